import type { AnsweredPage, Hop } from '../http/answer.ts';

/** What stands in place of a page that is gone: nothing, another page for good, or another page for now. */
export type Gone =
  | { readonly as: 'missing' }
  | { readonly as: 'moved'; readonly to: string }
  | { readonly as: 'elsewhere'; readonly to: string };

/** A way that ended on another page than the one asked for. */
export interface Redirect {
  /** The other page. */
  readonly to: string;
  /** Was every step to another page a permanent one (301 or 308; RFC 9110 15.4)? */
  readonly lasting: boolean;
  /** Statuses of the steps that led to another page. */
  readonly statuses: readonly number[];
}

const PERMANENT = new Set([301, 308]);

/**
 * Where an answer's redirects led, if that is another page; null: it is the page itself. Slash, case, scheme, www, an index
 * file and a language in front are the site choosing among names of one page.
 */
export function redirectElsewhere({
  hops,
  finalUrl,
}: Pick<AnsweredPage, 'hops' | 'finalUrl'>): Redirect | null {
  if (isSamePage(hops[0]?.url ?? finalUrl, finalUrl)) return null;
  const steps = stepsOf(hops, finalUrl);
  const leading = steps.filter(({ from, to }) => !isSamePage(from, to));
  // Each step may keep to one page and the way still leave it: "/ai" to "/en" to "/".
  const told = leading.length > 0 ? leading : steps;
  const statuses = told.map(({ status }) => status);
  const last = leading.at(-1);
  const to = last === undefined ? finalUrl : settledAt(last, steps.slice(steps.indexOf(last) + 1));
  return { to, lasting: statuses.every((s) => PERMANENT.has(s)), statuses };
}

interface Step {
  readonly from: string;
  readonly to: string;
  readonly status: number;
}

function stepsOf(hops: readonly Hop[], finalUrl: string): readonly Step[] {
  const redirects = hops.filter(({ location }) => location !== null);
  return redirects.map(({ url, status }, at) => ({ from: url, status, to: hops[at + 1]?.url ?? finalUrl }));
}

/** The other page's own name: permanent steps after the last one there are followed, a choice for the visitor is not. */
function settledAt(last: Step, later: readonly Step[]): string {
  let { to } = last;
  for (const step of later) {
    if (!PERMANENT.has(step.status)) break;
    to = step.to;
  }
  return to;
}

/** What a redirect to another page makes of the asked one, in kind and words. */
export function goneBy({ to, lasting, statuses }: Redirect): {
  readonly gone: Gone;
  readonly reason: string;
} {
  const codes = [...new Set(statuses)].join(', ');
  return lasting
    ? { gone: { as: 'moved', to }, reason: `the page has moved for good to ${to} (${codes})` }
    : {
        gone: { as: 'elsewhere', to },
        reason: `the page leads to ${to} for now, by a temporary redirect (${codes})`,
      };
}

/** Are both addresses names of one page? */
export function isSamePage(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  const [name, otherName] = [nameOf(a), nameOf(b)];
  if (name === otherName) return true;
  return !isProductLeft(name, otherName) && withoutLanguage(name) === withoutLanguage(otherName);
}

/**
 * "/ai" that now leads to "/" may be a product that is gone, sent to the home page. Two letters alone are taken for a language
 * in front of the home page only where they name one.
 */
function isProductLeft(from: string, to: string): boolean {
  const code = /^[^/]+\/([a-z]{2})$/.exec(from)?.[1];
  return code !== undefined && !to.includes('/') && LANGUAGES.of(code) === undefined;
}

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

function nameOf({ hostname, pathname }: URL): string {
  const path = decoded(pathname)
    .toLowerCase()
    .replace(/\/(?:index\.\w+)?$/, '')
    .replace(/\/+$/, '');
  return `${hostname.replace(/^www\./, '')}${path}`;
}

function withoutLanguage(name: string): string {
  return name.replace(/^([^/]+)\/[a-z]{2}(?:[-_][a-z]{2})?(?=\/|$)/, '$1');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
