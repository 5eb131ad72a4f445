import { randomBytes } from 'node:crypto';
import { copyFile, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from './start-errors.ts';

/**
 * The secret of this site: the given one, else that of DATA_DIR/secret, which is made when there is none: 256 random bits as
 * base64url, readable by our account alone. Several processes that start at once get the same. Throws a StartError when the
 * file cannot be used; it is never replaced, since that would sign everybody out and lose every second factor.
 */
export async function openSecret({ secret, dataDir }: { secret: string | undefined; dataDir: string }): Promise<string> {
  if (secret !== undefined) return secret;
  const file = fileIn(dataDir);
  try {
    return (await readSecret(dataDir)) ?? (await makeSecret(dataDir));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The secret in ${file} cannot be read or made: ${(error as Error).message}`);
  }
}

/** The secret of DATA_DIR, undefined where there is none. Throws a StartError for what is none, and as the file system does. */
export async function readSecret(dataDir: string): Promise<string | undefined> {
  const file = fileIn(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined && !isSecret(text))
    throw new StartError(`${file} holds no secret of at least 32 characters. Restore it, or remove it: then all must log in again.`);
  return text?.trim();
}

/** Whether a site starts with this text in DATA_DIR/secret. */
export function isSecret(text: string): boolean {
  return text.trim().length >= 32;
}

/** `kept`: the file that keeps the secret before; undefined where there was none, or the same. `undo` puts that one back. */
export type ReplacedSecret = { kept: string | undefined; undo: () => Promise<void> };

/** Puts another secret in the place of that of DATA_DIR, for a restored site. */
export async function replaceSecret(dataDir: string, secret: string): Promise<ReplacedSecret> {
  const file = fileIn(dataDir);
  const before = await readSecret(dataDir);
  if (before === secret.trim()) return { kept: undefined, undo: async () => {} };
  const kept = `${file}.before-restore`;
  // At no moment there is none: a start would make another.
  if (before !== undefined) await copyFile(file, kept);
  await rename(await writeDraft(file, secret.trim()), file);
  return before === undefined ? { kept: undefined, undo: () => rm(file, { force: true }) } : { kept, undo: () => rename(kept, file) };
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'secret');
}

/** Written whole under a name of our own, then given its real name by a link, which only the first of several can do. */
async function makeSecret(dataDir: string): Promise<string> {
  const file = fileIn(dataDir);
  const draft = await writeDraft(file, randomBytes(32).toString('base64url'));
  try {
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  const kept = await readSecret(dataDir);
  if (kept === undefined) throw new StartError(`${file} has been removed while it was made.`);
  return kept;
}

async function writeDraft(file: string, secret: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return draft;
}
