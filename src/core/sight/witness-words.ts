/** By what a check told which version stood there, from the cheapest on, in words that follow "seen by". */
export const WITNESS_WORDS = {
  '304': 'the server’s word that nothing changed',
  bytes: 'the same bytes as before',
  content: 'its text, which was read',
  render: 'its text in a browser',
} as const;
