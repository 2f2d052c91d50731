import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { counted } from '../src/core/messages/local-time.ts';
import { openTerminal } from '../src/cli/terminal.ts';
import { figuresOf, worseThan, type Figures } from './eval/compare.ts';
import { scoreHistories } from './eval/score-histories.ts';
import { scorePairs, type Share } from './eval/score-pairs.ts';
import { scoreSites, type SiteScores } from './eval/score-sites.ts';
import { hasTrapSite, scoreTrap } from './eval/score-trap.ts';
import { hasCorpus } from './support/corpus.ts';

const SCORES = new URL('eval/scores.json', import.meta.url);
const TRAPS = 'cond:10,stable:5,rotate:10,change:10,flaky:10,slash:15,clock:15,shuffle:10,wall:10,reetag:5';
const terminal = openTerminal();

/** Scores detection on real pages, or on the trap site; exit 1 when it is worse than the committed scores. */
async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean' },
      trap: { type: 'boolean' },
      rounds: { type: 'string', default: '20' },
      pages: { type: 'string', default: '100' },
      mix: { type: 'string', default: TRAPS },
      write: { type: 'boolean' },
    },
  });
  if (values.trap === true) {
    return trap(
      { mix: values.mix, pages: Number(values.pages), rounds: Number(values.rounds) },
      values.json === true,
    );
  }
  return corpus({ json: values.json === true, write: values.write === true });
}

async function trap(site: { mix: string; pages: number; rounds: number }, json: boolean): Promise<number> {
  if (!hasTrapSite()) return absent('../shared/bench/site.mjs');
  const scores = await scoreTrap(site, terminal.progress);
  const lies = Object.values(scores.falseAlerts).reduce((sum, n) => sum + n, 0);
  if (json) terminal.out(JSON.stringify(scores));
  else {
    terminal.out(`${scores.pages} pages over ${scores.rounds} rounds`);
    terminal.out(`false alerts: ${lies} ${lies === 0 ? '' : JSON.stringify(scores.falseAlerts)}`);
    terminal.out(`true changes told: ${show(scores.changes)}`);
  }
  return lies === 0 && scores.changes.told === scores.changes.of ? 0 : 1;
}

async function corpus({ json, write }: { json: boolean; write: boolean }): Promise<number> {
  if (!hasCorpus()) return absent('../shared/corpus');
  const pairs = scorePairs(terminal.progress);
  const played = await scoreHistories(terminal.progress);
  const sites = await scoreSites(terminal.progress);
  const figures = figuresOf(pairs, played, sites);
  if (write) await writeFile(SCORES, `${JSON.stringify(figures, null, 2)}\n`);
  const committed = JSON.parse(await readFile(SCORES, 'utf8')) as Figures;
  const worse = worseThan(committed, figures);
  if (json) terminal.out(JSON.stringify({ figures, committed, worse, pairs, histories: played, sites }));
  else print({ pairs, played, sites, worse });
  return worse.length === 0 ? 0 : 1;
}

interface Report {
  readonly pairs: ReturnType<typeof scorePairs>;
  readonly played: Awaited<ReturnType<typeof scoreHistories>>;
  readonly sites: SiteScores;
  readonly worse: readonly string[];
}

function print({ pairs, played, sites, worse }: Report): void {
  const table = (title: string, shares: Readonly<Record<string, Share>>): void => {
    terminal.out(`\n${title}`);
    for (const [name, share] of Object.entries(shares)) terminal.out(`  ${name.padEnd(30)} ${show(share)}`);
  };
  table('Pairs told, by label', pairs.told);
  table('Pairs that could not wait a day, by label', pairs.atOnce);
  table('Pairs of noise and cosmetic told, by kind of noise', pairs.byNoiseKind);
  table('Pairs of noise and cosmetic told, by site', pairs.bySite);
  table('Family of real pairs', {
    'fits any label': pairs.family.any,
    'fits the first label': pairs.family.first,
  });
  table('Steps of histories told, by label (noise and cosmetic: steps that began a message)', played.told);
  terminal.out(`  noise in any message           ${played.noiseInAnyMessage}`);
  for (const [name, shares] of Object.entries(played.byHistory))
    table(`  ${name}, in ${counted(played.events[name] ?? 0, 'event')}`, shares);
  const { median, p90, most } = played.delayHours;
  terminal.out(`\nDelay of real steps: median ${median} h, 90 % within ${p90} h, most ${most} h`);
  terminal.out(
    `Told twice without a told inverse: ${played.repeated}; texts told twice for any cause: ${played.textsToldTwice}`,
  );
  for (const [name, { changes, events }] of Object.entries(sites.bySite))
    terminal.out(
      `Pages of one site, ${name}: ${counted(changes, 'change')} came to ${counted(events, 'event')}`,
    );
  terminal.out('\nErrors, each with what was decided and what the label says');
  for (const error of pairs.errors) {
    terminal.out(`  pair ${error.pair} (${error.site})\n    ${error.decided}\n    ${error.should}`);
  }
  for (const error of played.errors) {
    terminal.out(`  ${error.history} at ${error.at}\n    ${error.decided}\n    ${error.should}`);
  }
  for (const line of worse) terminal.out(`WORSE  ${line}`);
  terminal.out(
    worse.length === 0 ? '\nNo figure is worse than the committed one.' : '\nSee scripts/eval/scores.json.',
  );
}

function show({ told, of }: Share): string {
  return `${told} of ${of}`;
}

function absent(what: string): number {
  terminal.say(`eval: there is no ${what} beside the project, so there is nothing to score.`);
  return 0;
}

process.exitCode = await run();
