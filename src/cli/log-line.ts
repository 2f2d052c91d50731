import { clip, oneLine } from '../core/messages/inert.ts';

const LEVELS: Readonly<Record<number, string>> = { 40: 'warning ', 50: 'fault ', 60: 'fault ' };

/**
 * A line of the log for somebody who watches a terminal: "16:10:05 check https://acme.example/pricing: unchanged, …".
 * @param line as the log writes it, one JSON object
 * @returns null: there is nothing to say, as of a digest on a day without news
 */
export function plainLine(line: string): string | null {
  const { time, level, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
  if (msg === 'digest' && fields['subject'] === null) return null;
  const at = new Date(String(time)).toTimeString().slice(0, 8);
  return `${at} ${LEVELS[Number(level)] ?? ''}${String(msg)} ${whatWords(String(msg), fields)}`.trimEnd();
}

function whatWords(message: string, fields: Readonly<Record<string, unknown>>): string {
  const { url, outcome, reason, channel, state, error, err, localDate, subject } = fields;
  if (message === 'check' && outcome !== undefined) return `${text(url)}: ${text(outcome)}, ${text(reason)}`;
  if (message === 'delivery')
    return `${text(fields['id'])} to ${text(channel)}: ${text(state)}${because(error)}`;
  if (message === 'digest') return `of ${text(localDate)}: ${text(subject)}`;
  const fault = faultOf(error ?? err);
  if (fault !== null) return fault;
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${text(value)}`)
    .join(', ');
}

function because(error: unknown): string {
  return error === null || error === undefined ? '' : ` (${text(error)})`;
}

function faultOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { message, code } = error as { message?: unknown; code?: unknown };
  return `${text(message ?? code ?? error)} (the whole of it: 2> log.txt)`;
}

function text(value: unknown): string {
  return clip(oneLine(typeof value === 'string' ? value : JSON.stringify(value ?? null)), 200);
}
