/** What a page, its title or an account's own names may hold (fault 43). */
export const HOSTILE = [
  ['a line break that would start a header', 'Prices\r\nBcc: eve@elsewhere.example'],
  ['separators of lines and paragraphs', 'Prices\u2028Bcc: eve@elsewhere.example\u2029\u0085'],
  ['other controls', 'Pri\0ces\u001B[2J\u0007'],
  ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['markup that is escaped already', '&lt;a href=evil&gt;free&lt;/a&gt; &amp;amp;'],
  ['an attribute that would be left', `" onmouseover="alert(1)" '`],
  ['a mention of everybody', '<!channel> <!here> <@U024BE7LH> <#C024BE7LR>'],
  ['a link in Slack’s writing', '<https://evil.example|Full diff> *bold*'],
  ['a right-to-left override', 'Prices \u202Egnp.exe\u202C \u2067x'],
  ['half a pair of surrogates', 'Prices \uD83D now'],
  ['the end of a comment and of a style', '--> <![endif]--> </style> */'],
  ['a template', '${alert(1)} {{constructor}} %0d%0aBcc:'],
] as const;
