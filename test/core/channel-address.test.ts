import { expect, test } from 'vitest';
import { emailAddress, shownAddress } from '../../src/core/address/channel-address.ts';

test.each([
  ['email', 'ines@kennel.example', 'ines@kennel.example'],
  ['slack', 'https://hooks.slack.com/services/T0/B0/verysecretword', 'hooks.slack.com/…word'],
  ['slack', 'https://hooks.slack.com/s/word', 'hooks.slack.com/…'],
] as const)('of a channel by %s, %s, is shown %s', (kind, address, shown) => {
  expect(shownAddress({ kind, address })).toBe(shown);
});

test.each([
  [' Ines@Kennel.Example ', 'ines@kennel.example'],
  ['Ines Falk <ines@kennel.example>', null],
  ['ines@kennel.example, max@kennel.example', null],
  ['ines@kennel.example\nBcc: max@kennel.example', null],
  ['kennel.example', null],
])('%j names the mailbox %s', (text, address) => {
  expect(emailAddress(text)).toBe(address);
});
