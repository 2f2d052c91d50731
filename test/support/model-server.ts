import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelServer {
  readonly baseUrl: string;
  /** Bodies of the questions, as they came. */
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly response_format: { readonly json_schema: { readonly strict: boolean; readonly schema: object } };
  };
}

export type Play = (answer: ServerResponse, asked: Asked) => void;

/** A model played on loopback: each question is answered by the next play, the last one again and again. */
export async function modelServer(...plays: readonly Play[]): Promise<ModelServer> {
  const asked: Asked[] = [];
  const server = createServer((request, answer) => {
    void bodyOf(request).then((body) => {
      const one = {
        path: request.url ?? '',
        authorization: request.headers.authorization,
        body: JSON.parse(body) as Asked['body'],
      };
      asked.push(one);
      plays[Math.min(asked.length, plays.length) - 1]?.(answer, one);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  };
  return { baseUrl: `http://127.0.0.1:${port}/v1`, asked, close };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Sends a JSON body with a status. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Play {
  return (answer) => {
    answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

/** A completion with one choice, as chat servers send it. */
export function completion(message: object, finish = 'stop'): Play {
  return json(200, {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'played-model-2026',
    choices: [
      {
        index: 0,
        finish_reason: finish,
        message: { role: 'assistant', refusal: null, content: null, ...message },
      },
    ],
    usage: { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 },
  });
}

export function says(text: string): Play {
  return completion({ content: text });
}
