import { expect, test } from 'vitest';
import { emailAddress, mailboxOf } from '../../src/core/address/channel-address.ts';
import { emailForm } from '../../src/core/channels/email.ts';
import { slackForm } from '../../src/core/channels/slack.ts';

test.each([
  [emailForm, 'ines@kennel.example', 'ines@kennel.example'],
  [slackForm, 'https://hooks.slack.com/services/T0/B0/verysecretword', 'hooks.slack.com/…word'],
  [slackForm, 'https://hooks.slack.com/s/word', 'hooks.slack.com/…'],
] as const)('of a channel by $kind, %s, is shown %s', (form, address, shown) => {
  expect(form.showAddress(address)).toBe(shown);
});

test.each([
  [' Ines@Kennel.Example ', 'ines@kennel.example'],
  ['friend@example.org.', 'friend@example.org'],
  ['u@exämple.de', 'u@xn--exmple-cua.de'],
  ['u@EXÄMPLE.de', 'u@xn--exmple-cua.de'],
  ['u@exa\u0308mple.de', 'u@xn--exmple-cua.de'],
  ['u@xn--exmple-cua.de', 'u@xn--exmple-cua.de'],
  ["o'neil+news.x_y-z@mail.example.co.uk", "o'neil+news.x_y-z@mail.example.co.uk"],
  ['a@3com.com', 'a@3com.com'],
  [`${'l'.repeat(64)}@example.com`, `${'l'.repeat(64)}@example.com`],
])('%j names the mailbox %s', (text, address) => {
  expect(emailAddress(text)).toBe(address);
  expect(emailAddress(address)).toBe(address);
});

test.each([
  ['a display name', 'Ines Falk <ines@kennel.example>'],
  ['two addresses', 'ines@kennel.example, max@kennel.example'],
  ['a second line', 'ines@kennel.example\nBcc: max@kennel.example'],
  ['no @', 'kennel.example'],
  ['two @', 'a@b@kennel.example'],
  ['nothing before the @', '@kennel.example'],
  ['nothing after it', 'a@'],
  ['NUL', 'a\u0000@kennel.example'],
  ['NUL in the domain', 'a@ken\u0000nel.example'],
  ['a control byte', 'a\u0007b@kennel.example'],
  ['a space of no width', 'a\u200Bb@kennel.example'],
  ['a space of no width in the domain', 'a@ken\u200Bnel.example'],
  ['a soft hyphen in the domain', 'a@ken\u00ADnel.example'],
  ['a mark that turns direction', 'a\u202Eb@kennel.example'],
  ['wide letters', 'ａｂ@kennel.example'],
  ['wide letters in the domain', 'a@ｋennel.example'],
  ['a letter beyond ASCII before the @', 'jürgen@kennel.example'],
  ['a letter of another script before the @', '\u0430nna@kennel.example'],
  ['two dots', 'a..b@kennel.example'],
  ['a dot at the start', '.a@kennel.example'],
  ['a dot before the @', 'a.@kennel.example'],
  ['quotes', '"a b"@kennel.example'],
  ['a comment', 'a(b)@kennel.example'],
  ['a hyphen before a label', 'a@-example.com'],
  ['a hyphen after a label', 'a@example-.com'],
  ['a hyphen before the last label', 'a@example.-com'],
  ['an empty label', 'a@example..com'],
  ['two dots at the end', 'a@example.com..'],
  ['an underscore in the domain', 'a@ex_ample.com'],
  ['an address by number', 'a@127.0.0.1'],
  ['an address by another number', 'a@0x7f.1'],
  ['an address in brackets', 'a@[127.0.0.1]'],
  ['a name without a dot', 'a@b'],
  ['a public suffix', 'a@co.uk'],
  ['a port', 'a@example.com:25'],
  ['a path', 'a@example.com/b'],
  ['an escape', 'a@ex%61mple.com'],
  ['a long first part', `${'l'.repeat(65)}@example.com`],
  ['a long label', `a@${'l'.repeat(64)}.com`],
  ['a long whole', `a@${`${'l'.repeat(60)}.`.repeat(5)}com`],
])('an address with %s is none', (_, text) => {
  expect(emailAddress(text)).toBeNull();
});

test.each([
  ['friend+a@example.org', 'friend@example.org'],
  ['friend+a+b@example.org', 'friend@example.org'],
  ['+a@example.org', '+a@example.org'],
  ['f.riend+a@googlemail.com', 'friend@gmail.com'],
  ['f.riend@example.org', 'f.riend@example.org'],
])('%s leads to the mailbox of %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
