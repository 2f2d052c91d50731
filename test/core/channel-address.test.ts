import { expect, test } from 'vitest';
import { emailAddress } from '../../src/core/address/channel-address.ts';
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
  ['Ines Falk <ines@kennel.example>', null],
  ['ines@kennel.example, max@kennel.example', null],
  ['ines@kennel.example\nBcc: max@kennel.example', null],
  ['kennel.example', null],
])('%j names the mailbox %s', (text, address) => {
  expect(emailAddress(text)).toBe(address);
});
