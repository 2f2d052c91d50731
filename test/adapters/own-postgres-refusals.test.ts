import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { platformPackage } from '../../src/adapters/own-postgres/binaries.ts';
import { readyCluster } from '../../src/adapters/own-postgres/data-folder.ts';
import type { Place } from '../../src/adapters/own-postgres/place.ts';
import { refusalOf, refusalOfOutput } from '../../src/adapters/own-postgres/refusal.ts';

describe('a platform without binaries gets one sentence about DATABASE_URL', () => {
  test.each([
    ['linux', 's390x'],
    ['win32', 'x64'],
    ['freebsd', 'x64'],
  ])('%s-%s', (platform, arch) => {
    expect(platformPackage(platform, arch)).toEqual({
      ok: false,
      say: `There is no PostgreSQL of Sightline's own for ${platform}-${arch}: set DATABASE_URL to a PostgreSQL server of yours.`,
    });
  });
});

describe('an initdb that cannot do its work', () => {
  let base: string;
  let place: Place;
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'initdb-'));
    const inBase = (name: string): string => join(base, name);
    const paths = { cluster: inBase('data'), socket: inBase('socket'), log: inBase('server.log') };
    place = { ...paths, base, dataDir: base, systemFolder: base, account: null };
  });
  afterEach(() => rm(base, { recursive: true }));

  test.each([
    [
      'its loader is absent, as on musl',
      '#!/no/such/loader\n',
      0o755,
      /needs glibc 2\.27 .* set DATABASE_URL/,
    ],
    [
      'the disk allows no programs',
      '#!/bin/sh\n',
      0o644,
      /does not let PostgreSQL be run .* set DATABASE_URL/,
    ],
    [
      'the disk is full',
      '#!/bin/sh\necho "initdb: No space left on device" >&2\nexit 1\n',
      0o755,
      /free at least 500 MB/,
    ],
    [
      'it says something new',
      '#!/bin/sh\necho "the moon is full" >&2\nexit 1\n',
      0o755,
      /It said: the moon is full/,
    ],
  ])('%s', async (...row) => {
    const [, script, mode, sentence] = row;
    await writeFile(join(base, 'initdb'), script);
    await chmod(join(base, 'initdb'), mode);
    const answer = await readyCluster(place, { bin: base, major: '18' });
    expect(answer).toEqual({ ok: false, say: expect.stringMatching(sentence) });
    expect((await readdir(base)).toSorted()).toEqual(['initdb', 'socket']);
  });

  test('what a killed process left unfinished is swept, what a living one is making is not', async () => {
    await writeFile(join(base, `data.new-999999999-a`), '');
    await writeFile(join(base, `data.new-${process.pid}-b`), '');
    await writeFile(join(base, 'initdb'), '#!/bin/sh\n', { mode: 0o755 });
    expect(await readyCluster(place, { bin: base, major: '18' })).toEqual({ ok: true });
    expect((await readdir(base)).toSorted()).toEqual([
      'data',
      `data.new-${process.pid}-b`,
      'initdb',
      'socket',
    ]);
  });
});

describe('faults in words', () => {
  const fault = (code: string, path?: string): Error =>
    Object.assign(new Error('fault'), { code, ...(path && { path }) });

  test.each([
    ['ENOSPC', /^Sightline's own PostgreSQL cannot use \/data\. The disk under it is full/],
    ['53100', /The disk under it is full/],
    ['EACCES', /run Sightline as the account that owns it, or set DATABASE_URL/],
    ['EROFS', /read-only disk: set SIGHTLINE_DATA/],
    ['ENAMETOOLONG', /too long: set SIGHTLINE_DATA/],
    ['53300', /All its 50 connections are taken/],
    ['28000', /pg_hba\.conf was changed/],
  ])('%s', (code, sentence) => {
    expect(refusalOf(fault(code), '/data').say).toMatch(sentence);
  });

  test('the path that the error names is the one that is told', () => {
    expect(refusalOf(fault('EACCES', '/data/postgres'), '/data').say).toContain('cannot use /data/postgres.');
  });

  test('a fault of no known kind is a bug and is thrown', () => {
    expect(() => refusalOf(fault('42601'), '/data')).toThrow('fault');
    expect(() => refusalOf(new TypeError('undefined is not a function'), '/data')).toThrow(TypeError);
  });

  test.each([
    [
      'could not look up effective user ID 54321: user does not exist',
      /account that the system knows by name/,
    ],
    ['could not access directory "/x": Permission denied', /may not enter its folder/],
    ['error while loading shared libraries: libstdc++.so.6', /install libstdc\+\+/],
    ['', /It said: nothing\. Its log is \/x\/log\./],
  ])('of the server: %s', (output, sentence) => {
    expect(refusalOfOutput(output, '/x/log').say).toMatch(sentence);
  });
});
