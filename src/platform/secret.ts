import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from './start-errors.ts';

/**
 * The secret of this site: the given one, else that of DATA_DIR/secret, which is made when there is none: 256 random bits as
 * base64url, readable by our account alone. Several processes that start at once get the same. Throws a StartError when the
 * file cannot be used; it is never replaced, since that would sign everybody out and lose every second factor.
 */
export async function openSecret({ secret, dataDir }: { secret: string | undefined; dataDir: string }): Promise<string> {
  if (secret !== undefined) return secret;
  const file = path.join(dataDir, 'secret');
  try {
    return (await readSecret(file)) ?? (await makeSecret(file));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The secret in ${file} cannot be read or made: ${(error as Error).message}`);
  }
}

async function readSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined && text.trim().length < 32)
    throw new StartError(`${file} holds no secret of at least 32 characters. Restore it, or remove it: then all must log in again.`);
  return text?.trim();
}

/** Written whole under a name of our own, then given its real name by a link, which only the first of several can do. */
async function makeSecret(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  const kept = await readSecret(file);
  if (kept === undefined) throw new StartError(`${file} has been removed while it was made.`);
  return kept;
}
