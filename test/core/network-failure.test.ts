import { describe, expect, test } from 'vitest';
import {
  ANSWER_TOO_LONG,
  isHungUp,
  isUnreached,
  networkFailure,
  type Phase,
} from '../../src/core/http/network-failure.ts';

const coded = (code: string): Error => Object.assign(new Error('said by the server'), { code });
const named = (name: string): Error => Object.assign(new Error('said by the server'), { name });

describe('an error of the network is a failure of one kind', () => {
  const table: [error: unknown, phase: Phase, failure: string | undefined][] = [
    [coded('UND_ERR_CONNECT_TIMEOUT'), 'headers', 'timeout'],
    [coded('ETIMEDOUT'), 'headers', 'timeout'],
    [new DOMException('', 'TimeoutError'), 'body', 'timeout'],
    [new DOMException('', 'AbortError'), 'headers', 'timeout'],
    [coded('ENOTFOUND'), 'headers', 'dns'],
    [coded('EAI_AGAIN'), 'headers', 'dns'],
    [coded('CERT_HAS_EXPIRED'), 'headers', 'tls'],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'headers', 'tls'],
    [coded('EPROTO'), 'headers', 'tls'],
    [coded('ECONNREFUSED'), 'headers', 'connect'],
    [coded('ECONNRESET'), 'headers', 'connect'],
    [coded('ECONNRESET'), 'body', 'truncated'],
    [coded('UND_ERR_SOCKET'), 'headers', 'connect'],
    [coded('UND_ERR_SOCKET'), 'body', 'truncated'],
    [coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), 'headers', 'protocol'],
    [coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), 'body', 'truncated'],
    [coded('UND_ERR_HEADERS_OVERFLOW'), 'headers', 'protocol'],
    [named('HTTPParserError'), 'headers', 'protocol'],
    [named('HTTPParserError'), 'body', 'protocol'],
    [coded(ANSWER_TOO_LONG), 'headers', 'too large'],
    [coded(ANSWER_TOO_LONG), 'body', 'too large'],
    [coded('SOMETHING_NEW'), 'headers', 'protocol'],
    [new TypeError('a bug'), 'headers', undefined],
    [coded('UND_ERR_INVALID_ARG'), 'headers', undefined],
    ['no error at all', 'headers', undefined],
  ];
  test.each(table)('%s in the %s: %s', (error, phase, failure) => {
    const found = networkFailure(error, phase);
    expect(found?.failure).toBe(failure);
    expect(found?.reason ?? '').not.toContain('said by the server');
  });
});

test('only what was never sent may go to another address, only a hang-up may be sent again', () => {
  const codes = ['ECONNREFUSED', 'CERT_HAS_EXPIRED', 'UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ENOTFOUND'];
  expect(codes.map((code) => isUnreached(coded(code)))).toEqual([true, true, false, false, false, false]);
  expect(codes.map((code) => isHungUp(coded(code)))).toEqual([false, false, true, true, true, false]);
});
