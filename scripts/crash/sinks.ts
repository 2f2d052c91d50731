import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Hold } from './plan.ts';

/** A mail that the fake Resend took as new; a repeat under its key makes none. */
export interface Mail {
  readonly key: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Post {
  /** The webhook-id; empty for Slack. */
  readonly key: string;
  readonly body: string;
}

/** What the outside saw of one run. */
export interface Seen {
  readonly mails: Mail[];
  readonly slack: Post[];
  readonly webhook: Post[];
  /** Bodies of the questions to the model. */
  readonly asked: string[];
  /** What no receiver should ever see. */
  readonly faults: string[];
}

/** The fake outside of one slot: a rival's site, Resend, Slack, a webhook receiver and a model, on one address. */
export interface Sinks {
  readonly origin: string;
  seen: Seen;
  /** What the site shows, by path; a number is a status. */
  readonly pages: Map<string, string | number>;
  slackStatus: number;
  /** The next request to it is taken and never answered; `held` is told. */
  hold: { readonly at: Hold; readonly held: () => void } | null;
  /** Forgets what was seen, and answers as usual. */
  begin(): void;
  close(): Promise<void>;
}

const emptySeen = (): Seen => ({ mails: [], slack: [], webhook: [], asked: [], faults: [] });

export async function openSinks(): Promise<Sinks> {
  const server = createServer((request, response) => {
    void answer(sinks, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sinks: Sinks = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: emptySeen(),
    pages: new Map(),
    slackStatus: 200,
    hold: null,
    begin() {
      server.closeAllConnections();
      sinks.seen = emptySeen();
      sinks.slackStatus = 200;
      sinks.hold = null;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return sinks;
}

async function answer(sinks: Sinks, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '/' } = request;
  if (method === 'GET') return showPage(sinks, url, response);
  const body = await text(request);
  const key = String(request.headers['webhook-id'] ?? request.headers['idempotency-key'] ?? '');
  if (url === '/emails') return takeMail(sinks, { key, body }, response);
  if (url.startsWith('/services/')) {
    if (sinks.slackStatus === 200) sinks.seen.slack.push({ key: '', body });
    if (isHeld(sinks, 'slack')) return;
    return void response.writeHead(sinks.slackStatus).end(sinks.slackStatus === 200 ? 'ok' : 'no_service');
  }
  if (url === '/hook') {
    takePost(sinks, { key, body });
    if (isHeld(sinks, 'webhook')) return;
    return void response.writeHead(204).end();
  }
  sinks.seen.asked.push(body);
  if (!isHeld(sinks, 'model')) json(response, 200, COMPLETION);
}

function isHeld(sinks: Sinks, at: Hold): boolean {
  const { hold } = sinks;
  if (hold?.at !== at) return false;
  sinks.hold = null;
  hold.held();
  return true;
}

function showPage(sinks: Sinks, path: string, response: ServerResponse): void {
  const page = sinks.pages.get(path) ?? 404;
  if (typeof page === 'number') return void response.writeHead(page).end('<h1>Not now</h1>');
  if (isHeld(sinks, 'site head')) return;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  if (sinks.hold?.at === 'site body') {
    response.write(page.slice(0, page.length / 2), () => void isHeld(sinks, 'site body'));
    return;
  }
  response.end(page);
}

/** As Resend: the same key and body answer the first id and send nothing; another body is an error. */
function takeMail(sinks: Sinks, { key, body }: Post, response: ServerResponse): void {
  const { seen } = sinks;
  const mail = JSON.parse(body) as { to: string; subject: string; text: string };
  const earlier = bodies(seen).get(key);
  if (earlier !== undefined && earlier !== body) {
    seen.faults.push(`another mail under the key ${key}`);
    return json(response, 409, {
      statusCode: 409,
      name: 'invalid_idempotent_request',
      message: 'another body',
    });
  }
  if (earlier === undefined) {
    bodies(seen).set(key, body);
    seen.mails.push({ key, to: mail.to, subject: mail.subject, text: mail.text });
  }
  if (isHeld(sinks, 'email')) return;
  json(response, 200, { id: `mail-${key}` });
}

function takePost({ seen }: Sinks, post: Post): void {
  if (post.key === '') seen.faults.push('a webhook without an id');
  const earlier = seen.webhook.find(({ key }) => key === post.key);
  if (earlier !== undefined && earlier.body !== post.body) seen.faults.push(`another body under ${post.key}`);
  seen.webhook.push(post);
}

const MAIL_BODIES = new WeakMap<Seen, Map<string, string>>();

function bodies(seen: Seen): Map<string, string> {
  const known = MAIL_BODIES.get(seen) ?? new Map<string, string>();
  MAIL_BODIES.set(seen, known);
  return known;
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Not what was asked for: rules then write the event, after one attempt at repair. */
const COMPLETION = {
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'played-model',
  choices: [
    { index: 0, finish_reason: 'stop', message: { role: 'assistant', refusal: null, content: '{}' } },
  ],
  usage: { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 },
};
