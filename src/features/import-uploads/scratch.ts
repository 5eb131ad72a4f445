/** Folders for files that are needed for a moment: beside the store, where there is room, and not in memory as /tmp may be. */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Longer than any job or request lasts. */
const LEFT_AFTER_MS = 60 * 60_000;

/** Does the work with a new folder, which is gone afterwards. What a kill has left there goes the next time. */
export async function withScratch<Result>(dataDir: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  const all = path.join(dataDir, 'imports-at-work');
  await mkdir(all, { recursive: true });
  await removeLeft(all);
  const folder = await mkdtemp(path.join(all, 'one-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeLeft(all: string): Promise<void> {
  for (const name of await readdir(all)) {
    const folder = path.join(all, name);
    const facts = await stat(folder).catch(() => undefined);
    if (facts !== undefined && Date.now() - facts.mtimeMs > LEFT_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}
