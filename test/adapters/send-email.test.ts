import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  makeEmlSender,
  makeResendSender,
  makeSmtpSender,
  type OutgoingMail,
} from '../../src/adapters/send-email.ts';
import { alertMail } from '../../src/core/messages/alert-mail.ts';
import { alert } from '../core/messages/invented.ts';
import { deadPort, postBox, talker } from './post-box.ts';
import { parseMail } from './parse-mail.ts';

const mail: OutgoingMail = {
  ...alertMail(alert()),
  to: 'founder@brineworks.example',
  from: 'Sightline <told@watch.example>',
  idempotencyKey: 'alert/17',
  perhapsSentAt: null,
};

describe('Resend', () => {
  const answering = async (status: number, body: unknown, headers: Record<string, string> = {}) => {
    const server = await postBox((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    return { ...server, send: makeResendSender({ apiKey: 're_invented', baseUrl: `${server.origin}/` }) };
  };

  test('a mail goes out whole, under its idempotency key', async () => {
    const { send, received } = await answering(200, { id: 'em_1' });
    expect(await send(mail)).toEqual({ sent: true, code: 200, id: 'em_1' });
    expect(received).toHaveLength(1);
    const { method, url, headers, body } = received[0]!;
    expect([method, url]).toEqual(['POST', '/emails']);
    expect(headers['idempotency-key']).toBe('alert/17');
    expect(headers.authorization).toBe('Bearer re_invented');
    const { from, to, subject, html, text, headers: own } = mail;
    expect(JSON.parse(body)).toEqual({ from, to, subject, html, text, headers: own });
  });

  const error = (name: string, statusCode: number, message = 'no') => ({ name, statusCode, message });

  test.for([
    [
      'an address that it does not take',
      422,
      error('validation_error', 422, 'Invalid `to` field. The email address needs to follow a format.'),
      {
        permanent: true,
        reason: 'Resend answered 422: Invalid `to` field. The email address needs to follow a format.',
        next: expect.stringContaining('address'),
      },
    ],
    [
      'a sender that it does not take',
      422,
      error('validation_error', 422, 'Invalid `from` field.'),
      { permanent: false, next: expect.stringContaining('MAIL_FROM') },
    ],
    [
      'a mail that it does not take',
      422,
      error('validation_error', 422, 'Invalid `subject` field.'),
      { permanent: true, messageOnly: true },
    ],
    [
      'a domain of ours that is not verified',
      403,
      error('validation_error', 403, 'The localhost domain is not verified. Please add it.'),
      {
        permanent: false,
        reason: 'Resend answered 403: The localhost domain is not verified. Please add it.',
        next: 'Set MAIL_FROM to an address of a domain that is verified at Resend.',
      },
    ],
    [
      'a key that stands in its words',
      401,
      error('invalid_api_key', 401, 'API key re_invented is invalid'),
      {
        permanent: false,
        reason: 'Resend answered 401: API key … is invalid',
        next: 'Set RESEND_API_KEY to a key that may send.',
      },
    ],
    ['a key that is not right', 401, error('invalid_api_key', 401), { permanent: false }],
    ['a domain that is not verified', 403, error('validation_error', 403), { permanent: false }],
    ['the same key with another mail', 409, error('invalid_idempotent_request', 409), { permanent: true }],
    [
      'the same key at the same moment',
      409,
      error('concurrent_idempotent_requests', 409),
      { permanent: false },
    ],
    ['its own trouble', 500, error('internal_server_error', 500), { permanent: false, ambiguous: false }],
    [
      'a gateway in between',
      502,
      '<html>bad gateway</html>',
      { permanent: false, ambiguous: true, code: 502 },
    ],
  ] as const)('%s is told with its status', async ([, status, body, expected]) => {
    const { send } = await answering(status, body);
    expect(await send(mail)).toMatchObject({ sent: false, code: status, ...expected });
  });

  test('a rate limit waits as long as it was asked to', async () => {
    const { send } = await answering(429, error('rate_limit_exceeded', 429), { 'retry-after': '90' });
    expect(await send(mail)).toMatchObject({
      permanent: false,
      retryAfterS: 90,
      reason: 'Resend answered 429: too many messages just now ("no")',
    });
  });

  describe('a mail that may have arrived before its key was forgotten', () => {
    const DAY = 86_400_000;
    const listed = (over: object = {}) => ({
      id: 'em_old',
      to: [mail.to],
      subject: mail.subject,
      created_at: new Date(Date.now() - 2 * DAY + 1000).toISOString(),
      ...over,
    });
    async function tried(data: readonly object[] | null, agoMs: number) {
      const server = await postBox(({ method }, response) => {
        response.writeHead(method === 'GET' && data === null ? 404 : 200, {
          'content-type': 'application/json',
        });
        response.end(
          JSON.stringify(method === 'GET' ? { object: 'list', has_more: false, data } : { id: 'em_new' }),
        );
      });
      const send = makeResendSender({ apiKey: 're_invented', baseUrl: server.origin });
      const result = await send({ ...mail, perhapsSentAt: new Date(Date.now() - agoMs) });
      return { result, methods: server.received.map(({ method }) => method) };
    }
    test.for([
      ['within the key’s life it is sent under its key', [listed()], 22 * 3_600_000, 'em_new', ['POST']],
      ['it is found, and not sent again', [listed()], 2 * DAY, 'em_old', ['GET']],
      ['another subject is another mail', [listed({ subject: 'x' })], 2 * DAY, 'em_new', ['GET', 'POST']],
      [
        'another address is another mail',
        [listed({ to: ['x@example.com'] })],
        2 * DAY,
        'em_new',
        ['GET', 'POST'],
      ],
      [
        'an older one is another mail',
        [listed({ created_at: new Date(Date.now() - 3 * DAY).toISOString() })],
        2 * DAY,
        'em_new',
        ['GET', 'POST'],
      ],
      ['nothing was sent', [], 2 * DAY, 'em_new', ['GET', 'POST']],
      ['a service that lists nothing', null, 2 * DAY, 'em_new', ['GET', 'POST']],
    ] as const)('%s', async ([, data, ago, id, methods]) => {
      expect(await tried(data, ago)).toEqual({ result: { sent: true, code: 200, id }, methods });
    });
  });

  test('the pace of the headers is kept: a short wait is waited, a long one is told', async () => {
    let at = 1_000_000;
    const slept: number[] = [];
    const clock = {
      now: () => at,
      sleep: async (ms: number) => {
        slept.push(ms);
        at += ms;
      },
    };
    let reset = '2';
    const { origin, received } = await postBox((_, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'ratelimit-remaining': '0',
        'ratelimit-reset': reset,
      });
      response.end('{"id":"em_1"}');
    });
    const send = makeResendSender({ apiKey: 're_invented', baseUrl: origin, clock });
    await send(mail);
    reset = '60';
    expect(await send(mail)).toMatchObject({ sent: true });
    expect(slept).toEqual([2000]);
    expect(await send(mail)).toMatchObject({ sent: false, permanent: false, retryAfterS: 60 });
    expect(received).toHaveLength(2);
  });

  test('a used-up quota waits an hour when nothing was said', async () => {
    const { send } = await answering(429, error('daily_quota_exceeded', 429));
    expect(await send(mail)).toMatchObject({ permanent: false, retryAfterS: 3600 });
  });

  test('a redirect is not followed: mail and key reach the one origin only', async () => {
    const elsewhere = await postBox((_, response) => response.end('{"id":"em_9"}'));
    const { send } = await answering(307, '', { location: `${elsewhere.origin}/emails` });
    expect(await send(mail)).toMatchObject({ sent: false, permanent: false, code: 307 });
    expect(elsewhere.received).toEqual([]);
  });

  test('no answer in time may have arrived', async () => {
    const { origin, received } = await postBox(() => {});
    const send = makeResendSender({ apiKey: 're_invented', baseUrl: origin, timeoutMs: 200 });
    expect(await send(mail)).toMatchObject({ sent: false, permanent: false, ambiguous: true, code: null });
    expect(received).toHaveLength(1);
  });

  test.for([
    [200, 'OK'],
    [200, '{}'],
    [200, 'null'],
    [500, 'null'],
    [500, '"sorry"'],
  ] as const)('an answer %i %s names no mail: it may have arrived', async ([status, body]) => {
    const { send } = await answering(status, body);
    expect(await send(mail)).toMatchObject({ sent: false, permanent: false, ambiguous: true });
  });
});

describe('.eml files', () => {
  const folder = async () => {
    const path = await mkdtemp(join(tmpdir(), 'sightline-mail-'));
    onTestFinished(() => rm(path, { recursive: true }));
    return join(path, 'mail');
  };
  const at = (iso: string) => () => new Date(iso);

  test('the file reads back as the mail, both parts, subject and headers', async () => {
    const path = await folder();
    const sent = await makeEmlSender({ folder: path, now: at('2027-02-02T14:16:00Z') })(mail);
    expect(sent).toMatchObject({ sent: true, code: null });
    const [name = ''] = await readdir(path);
    expect(name).toMatch(/^20270202T141600Z-[0-9a-f]{32}\.eml$/);
    const read = parseMail(await readFile(join(path, name)));
    expect(read.headers).toMatchObject({
      from: 'Sightline <told@watch.example>',
      to: 'founder@brineworks.example',
      subject: 'Kettleworks: Crew $24 → $30 per seat/mo (+25%)',
      date: 'Tue, 02 Feb 2027 14:16:00 +0000',
      'auto-submitted': 'auto-generated',
      'message-id': '<alert.41.5f0c@watch.example>',
      'list-unsubscribe': `<${alert().waysOut.oneClick}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    expect(read.parts).toEqual({ 'text/plain': mail.text, 'text/html': mail.html });
  });

  test('the file has one Message-ID: the thread’s, or where a mail has none, one of its delivery', async () => {
    const path = await folder();
    const send = makeEmlSender({ folder: path, now: at('2027-02-02T14:16:00Z') });
    await send(mail);
    await send({ ...mail, headers: {}, idempotencyKey: 'test/1' });
    const files = (await readdir(path)).map((name) => readFile(join(path, name), 'latin1'));
    const ids = (await Promise.all(files)).map((file) => file.match(/^message-id:.*$/gim));
    expect(ids).toHaveLength(2);
    for (const of of ids) expect(of).toHaveLength(1);
    expect(ids.flat()).toContain('Message-ID: <alert.41.5f0c@watch.example>');
    expect(ids.flat()).toContainEqual(expect.stringMatching(/^Message-ID: <[0-9a-f]{32}@watch\.example>$/));
  });

  test('a second attempt replaces its file, another delivery gets one of its own', async () => {
    const path = await folder();
    const send = (iso: string) => makeEmlSender({ folder: path, now: at(iso) });
    const first = await send('2027-02-02T14:16:00Z')(mail);
    expect(await send('2027-02-02T15:00:00Z')(mail)).toEqual(first);
    await send('2027-02-02T15:00:00Z')({ ...mail, idempotencyKey: 'alert/18' });
    expect(await readdir(path)).toHaveLength(2);
  });

  test('a key cannot lead out of the folder', async () => {
    const path = await folder();
    const send = makeEmlSender({ folder: path, now: at('2027-02-02T14:16:00Z') });
    await send({ ...mail, idempotencyKey: '../../alert\n' });
    expect(await readdir(path)).toHaveLength(1);
  });

  test('a line break in an address or a subject makes no header', async () => {
    const path = await folder();
    const bad = {
      ...mail,
      subject: 'a\r\nBcc: eve@elsewhere.example',
      to: 'founder@brineworks.example\r\nBcc: eve@elsewhere.example',
    };
    await makeEmlSender({ folder: path, now: at('2027-02-02T14:16:00Z') })(bad);
    const [name = ''] = await readdir(path);
    expect(parseMail(await readFile(join(path, name))).headers).not.toHaveProperty('bcc');
  });

  test('a folder that cannot be written is a temporary failure with its code', async () => {
    const path = await folder();
    await writeFile(path, 'a file where the folder should be');
    const sent = await makeEmlSender({ folder: path, now: at('2027-02-02T14:16:00Z') })(mail);
    expect(sent).toMatchObject({ sent: false, permanent: false, ambiguous: false });
    expect(sent).toHaveProperty('reason', expect.stringMatching(/EEXIST|ENOTDIR/));
  });
});

describe('SMTP', () => {
  const ADDRESS = { permanent: true };
  const MESSAGE = { permanent: true, messageOnly: true };
  const OPERATOR = { permanent: false };

  /** A mail server of a few lines: answers each command by `answers`, 250 when it says nothing, null: no answer, 'cut'. */
  const server = async (answers: Record<string, string | null> = {}) => {
    const heard: string[] = [];
    const port = await talker((socket) => {
      let data = false;
      socket.write('220 mail.example ready\r\n');
      socket.on('data', (bytes) => {
        const text = bytes.toString('utf8');
        heard.push(text);
        if (data && !text.endsWith('\r\n.\r\n')) return;
        const command = data ? 'MESSAGE' : text.slice(0, 4).trim().toUpperCase();
        data = command === 'DATA' && !('DATA' in answers);
        const answer = command in answers ? answers[command] : command === 'DATA' ? '354 go on' : '250 fine';
        if (answer === 'cut') socket.destroy();
        else if (answer !== null) socket.write(`${answer}\r\n`);
      });
    });
    return { heard, port, send: makeSmtpSender(`smtp://127.0.0.1:${port}`, 500) };
  };

  test('a mail is handed over with its stable Message-ID', async () => {
    const { heard, send } = await server();
    const result = await send(mail);
    expect(result).toMatchObject({ sent: true, code: 250 });
    expect(heard.join('')).toContain(`Message-ID: ${result.sent ? result.id : ''}`);
    expect(await send(mail)).toEqual(result);
  });

  test.for([
    ...(
      [
        ['a mailbox that is not there', { RCPT: '550 5.1.1 no such user' }, ADDRESS],
        ['one without a code of its own', { RCPT: '550 no such user' }, ADDRESS],
        ['one that is switched off', { RCPT: '550 5.2.1 disabled' }, ADDRESS],
        ['one that is refused after the message', { MESSAGE: '550 5.1.1 no such user' }, ADDRESS],
        ['an unknown domain', { RCPT: '550-5.1.2 no\r\n550 5.1.2 such domain' }, ADDRESS],
        ['a message that is refused', { MESSAGE: '554 spam' }, MESSAGE],
        ['a message that a policy refuses', { MESSAGE: '550 5.7.1 looks like spam' }, MESSAGE],
        ['a message that is too large', { MESSAGE: '552 5.3.4 too large' }, MESSAGE],
        ['a sender that is refused', { MAIL: '553 5.7.1 not yours' }, OPERATOR],
        ['a sender that is unknown', { MAIL: '550 5.1.8 who are you' }, OPERATOR],
        ['relaying that is refused', { RCPT: '554 5.7.1 relay access denied' }, OPERATOR],
        ['a sender that is unknown at RCPT', { RCPT: '550 5.1.7 bad sender' }, OPERATOR],
        ['a full mailbox', { RCPT: '552 5.2.2 over quota' }, OPERATOR],
        ['a policy without a code', { RCPT: '554 no service for you' }, OPERATOR],
      ] as const
    ).map(([title, answers, blame]) => {
      const [answer = ''] = Object.values(answers);
      const words = answer.replaceAll(/^\d{3}[ -]/gm, '').replaceAll(/\s+/g, ' ');
      const code = Number(answer.slice(0, 3));
      const reason = `The mail server answered ${code}: ${words}`;
      return [title, answers, { ...blame, ambiguous: false, code, reason }] as const;
    }),
    [
      'a mailbox that is full for now',
      { RCPT: '452 full' },
      { permanent: false, ambiguous: false, code: 452, reason: 'The mail server answered 452: full' },
    ],
    ['silence after the message', { MESSAGE: null }, { permanent: false, ambiguous: true, code: null }],
    ['a cut after the message', { MESSAGE: 'cut' }, { permanent: false, ambiguous: true, code: null }],
    ['a cut before the message', { DATA: 'cut' }, { permanent: false, ambiguous: false, code: null }],
    ['silence before the message', { MAIL: null }, { permanent: false, ambiguous: false, code: null }],
    ['a cut at the greeting', { EHLO: 'cut' }, { permanent: false, ambiguous: false, code: null }],
  ] as const)('%s', async ([, answers, expected]) => {
    const { send } = await server(answers);
    const result = await send(mail);
    expect(result).toMatchObject({ sent: false, ...expected });
    expect('messageOnly' in result).toBe('messageOnly' in expected);
  });

  test('a password in what a server says of a login is not repeated', async () => {
    const { port } = await server({
      EHLO: '250 AUTH PLAIN',
      AUTH: '535 5.7.8 no user told with pass word!9',
    });
    const send = makeSmtpSender(`smtp://told:pass%20word%219@127.0.0.1:${port}`, 500);
    expect(await send(mail)).toMatchObject({
      permanent: false,
      reason: 'The mail server answered 535: 5.7.8 no user told with …',
      next: expect.stringContaining('SMTP_URL'),
    });
  });

  test('a port where nobody listens is temporary, and surely nothing arrived', async () => {
    const send = makeSmtpSender(`smtp://127.0.0.1:${await deadPort()}`, 500);
    expect(await send(mail)).toMatchObject({ sent: false, permanent: false, ambiguous: false });
  });
});
