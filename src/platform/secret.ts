import { randomBytes } from 'node:crypto';
import { copyFile, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from './start-errors.ts';

/**
 * Returns the site's secret: the given one, else that of DATA_DIR/secret, which is created when missing (256 random bits, base64url,
 * readable by our account only). Concurrent processes get the same. It is never replaced, because that would log everyone out and
 * invalidate all second factors.
 * @throws StartError when the file cannot be used
 */
export async function openSecret({ secret, dataDir }: { secret: string | undefined; dataDir: string }): Promise<string> {
  if (secret !== undefined) return secret;
  const file = secretFile(dataDir);
  try {
    return (await readSecret(dataDir)) ?? (await createSecret(dataDir));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`Cannot read or create the secret in ${file}: ${(error as Error).message}`);
  }
}

/**
 * Reads the secret of DATA_DIR, undefined when there is none. Throws file system errors.
 * @throws StartError for an invalid secret
 */
export async function readSecret(dataDir: string): Promise<string | undefined> {
  const file = secretFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined && !isSecret(text))
    throw new StartError(
      `${file} does not contain a secret of at least 32 characters. Restore the file, or delete it, which logs everyone out.`,
    );
  return text?.trim();
}

/** Whether a text is valid as the contents of DATA_DIR/secret. */
export function isSecret(text: string): boolean {
  return text.trim().length >= 32;
}

/** `previousFile`: the file with the previous secret; undefined when there was none, or the same. `undo` restores it. */
type ReplacedSecret = { previousFile: string | undefined; undo: () => Promise<void> };

/** Replaces the secret of DATA_DIR when a site is restored. */
export async function replaceSecret(dataDir: string, secret: string): Promise<ReplacedSecret> {
  const file = secretFile(dataDir);
  const before = await readSecret(dataDir);
  if (before === secret.trim()) return { previousFile: undefined, undo: async () => {} };
  const previousFile = `${file}.before-restore`;
  // Copied, so that the secret is never missing: a start would create another.
  if (before !== undefined) await copyFile(file, previousFile);
  await rename(await writeDraft(file, secret.trim()), file);
  return before === undefined
    ? { previousFile: undefined, undo: () => rm(file, { force: true }) }
    : { previousFile, undo: () => rename(previousFile, file) };
}

function secretFile(dataDir: string): string {
  return path.join(dataDir, 'secret');
}

/** Writes a temporary file and links it to its final name, which only the first of several processes can do. */
async function createSecret(dataDir: string): Promise<string> {
  const file = secretFile(dataDir);
  const draft = await writeDraft(file, randomBytes(32).toString('base64url'));
  try {
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  const stored = await readSecret(dataDir);
  if (stored === undefined) throw new StartError(`${file} was removed while it was being created.`);
  return stored;
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
