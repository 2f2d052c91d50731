import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './refusal.ts';

/**
 * Makes a folder with those above it, step by step. Node's own `recursive` tries for ever where a parent exists and yet
 * answers ENOENT (below /proc, Node 24.21); here that is an error like any other.
 *
 * @throws errno of the file system, with the path that it is about
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  await mkdir(path).catch(async (error: unknown) => {
    if (codeOf(error) !== 'EEXIST' || !(await isFolder(path))) throw error;
  });
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
