import { createHash } from 'node:crypto';
import type { Difference } from '../difference.ts';
import type { Question, Telling } from '../telling.ts';
import { plain } from './plain.ts';
import { inMenu, sceneOf } from './scene.ts';
import type { Scene } from './scene.ts';

/** The words sent to the model, as prompts/classify.md holds them. */
export interface Prompt {
  readonly version: string;
  readonly purpose: string;
  readonly text: string;
}

/**
 * Reads a prompt file: front matter between two `---` lines with `version` and `purpose`, then the words. A file without
 * them is a bug of ours and throws.
 */
export function readPrompt(file: string): Prompt {
  const parts = /^---\n(.*?)\n---\n(.*)$/su.exec(file.replaceAll('\r\n', '\n'));
  const field = (name: string): string | undefined =>
    new RegExp(`^${name}: *(.+)$`, 'mu').exec(parts?.[1] ?? '')?.[1];
  const [version, purpose, text] = [field('version'), field('purpose'), parts?.[2]?.trim()];
  if (!version || !purpose || !text)
    throw new Error('a prompt needs front matter with version and purpose, and a text');
  return { version, purpose, text };
}

export interface Input {
  readonly system: string;
  readonly input: string;
}

/** One hunk is cut in its middle past this many characters per side. */
const MOST_CHARACTERS = 280;
/** About 1,500 tokens; the median diff needs 300 characters of it (meaning.md, section 5). */
const BUDGET = 6000;

/**
 * The exact input of one question. It holds the diff, the page's kind and the competitor's name; nothing of an account, no
 * address, no secret. Page text is JSON-encoded, without control, zero-width, bidi and tag characters, and stands between
 * marks that are a hash of it, so that no text can close the data early. Texts addressed to machines are left out.
 */
export function inputOf(prompt: Prompt, question: Question, rules: Telling): Input {
  const scene = sceneOf(question);
  const { shown, rest } = withinBudget(scene);
  const data = JSON.stringify({
    competitor: plain(question.competitor),
    page_kind: question.page.kind,
    returns: question.returns,
    rules: { kind: rules.kind, severity: rules.severity, headline: rules.headline, numbers: rules.numbers },
    facts: factsOf(scene),
    hunks: shown.map(hunkOf),
    not_shown: countByHeading(rest),
  });
  const mark = hash(data).slice(0, 16);
  return { system: prompt.text, input: `DATA ${mark}\n${data}\nEND ${mark}` };
}

/** The same input with the answer that did not hold and what was wrong with it: one more attempt, not a dialogue. */
export function repairOf({ system, input }: Input, answer: string, faults: readonly string[]): Input {
  const said = JSON.stringify({
    your_answer: cutMiddle(plain(answer), 2000),
    did_not_hold: faults.slice(0, 12),
  });
  return { system, input: `${input}\nThis answer did not hold; answer once more, in full.\n${said}` };
}

/** The same question is never paid twice: prompt version, model and exact input name the answer. */
export function inputHash(promptVersion: string, model: string, { system, input }: Input): string {
  return hash(JSON.stringify([promptVersion, model, system, input]));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function factsOf(scene: Scene): string[] {
  const lines = scene.differences.flatMap(({ valuesBefore, valuesAfter, place }) => [
    ...valuesBefore.map(
      (value) => `before: ${value.type} ${plain(value.text)} (${plain(place.headings.at(-1) ?? '')})`,
    ),
    ...valuesAfter.map(
      (value) => `after: ${value.type} ${plain(value.text)} (${plain(place.headings.at(-1) ?? '')})`,
    ),
  ]);
  return [...new Set(lines)].slice(0, 60);
}

function hunkOf({ place, before, after }: Difference): object {
  return {
    under: place.headings.map((heading) => cutMiddle(plain(heading), 80)),
    place: `${place.region} ${place.role}`,
    before: side(before),
    after: side(after),
  };
}

function side(text: string | null): string | null {
  return text === null ? null : cutMiddle(plain(text), MOST_CHARACTERS);
}

function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor((most - 3) / 2);
  return `${text.slice(0, half)} … ${text.slice(-half)}`;
}

/** Titles and headings first, then what holds a fact, body before menus, pairs before single blocks. */
function rankOf(scene: Scene, difference: Difference): number {
  const top = ['title', 'h1', 'h2', 'h3'].indexOf(difference.place.role);
  if (top >= 0) return top / 10;
  const hasFact = difference.valuesBefore.length + difference.valuesAfter.length > 0;
  const single = difference.before === null || difference.after === null;
  return 1 + (hasFact ? 0 : 4) + (inMenu(scene, difference) ? 2 : 0) + (single ? 1 : 0);
}

function withinBudget(scene: Scene): { shown: readonly Difference[]; rest: readonly Difference[] } {
  const ranked = scene.differences
    .filter((difference) => difference.kind !== 'link')
    .map((difference) => ({ difference, rank: rankOf(scene, difference) }))
    .sort((a, b) => a.rank - b.rank);
  let left = BUDGET;
  const shown = ranked.filter(({ difference }) => {
    left -= JSON.stringify(hunkOf(difference)).length;
    return left >= 0;
  });
  return {
    shown: shown.map((one) => one.difference),
    rest: ranked.filter((one) => !shown.includes(one)).map((one) => one.difference),
  };
}

function countByHeading(rest: readonly Difference[]): string[] {
  const groups = Map.groupBy(rest, ({ place }) => plain(place.headings[0] ?? 'no heading'));
  return [...groups]
    .slice(0, 20)
    .map(([heading, list]) => `${cutMiddle(heading, 60)}: ${list.length} blocks`);
}
