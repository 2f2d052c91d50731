import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../src/cli/commands.ts';
import { VARIABLES } from '../src/config.ts';

// The document cannot lie: what README names exists, and what exists is named.

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test.each(VARIABLES.map(({ name, fallback }) => [name, fallback] as const))(
  '%s is explained',
  (name, fallback) => {
    const row = README.split('\n').find((line) => line.startsWith('| `') && line.includes(`\`${name}\``));
    expect(row).toBeDefined();
    const says = !/^(\/|https:|gpt)/.test(fallback) && fallback !== '';
    if (says) expect(row).toContain(fallback);
  },
);

test('no variable is explained that is not read', () => {
  const named = [...README.matchAll(/`([A-Z][A-Z_]{3,})`/g)].map((match) => match[1]);
  const known = new Set(VARIABLES.map(({ name }) => name));
  expect(named.filter((name) => !known.has(name ?? '') && name !== 'COMMAND')).toEqual([]);
});

test.each(COMMANDS.map((command) => [command.name, command] as const))(
  'the command %s is listed with its flags',
  (name, command) => {
    const rows = README.split('\n').filter((line) => line.startsWith('| `') && line.includes(`\`${name}`));
    expect(rows.length).toBeGreaterThan(0);
    for (const flag of Object.keys(command.flags)) expect(rows.join(' ')).toContain(`--${flag}`);
  },
);

test('it starts with what it is, then the two commands', () => {
  const [title, , first] = README.split('\n');
  expect(title).toBe('# Sightline');
  expect(first).toMatch(/^Sightline watches/);
  expect(README.slice(0, 900)).toMatch(/npm ci && npm start[\s\S]*npm ci && npm run demo/);
});

test('no path of a machine and no registry is named', () => {
  expect(README).not.toMatch(/\/root\/|\/home\/|registry\.|localhost:4873/);
});
