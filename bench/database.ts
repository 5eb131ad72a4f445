import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { migrate } from '#src/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';
import { MIGRATIONS, silent } from '#test/database.ts';
import { generateTales } from './generate.ts';
import { root } from './machine.ts';

/** Embedded databases with generated tales. */

const FOLDER = path.join(root, 'node_modules/.cache/talewood/bench');

export type BenchDatabase = { dataDir: string; ownerUrl: string; appUrl: string; close(): Promise<void> };

/**
 * Starts a database of `size` tales, cached or generated (a million takes about ten minutes). `keep`: caches it for later runs.
 * `durable`: restarts it with fsync as on a site, and with WAL archiving if `archiveDir` is set.
 */
export async function openBenchDatabase(
  size: number,
  keep: boolean,
  say: (line: string) => void,
  { durable = false, archiveDir }: { durable?: boolean; archiveDir?: string } = {},
): Promise<BenchDatabase> {
  const dataDir = path.join(FOLDER, `tales-${size}`);
  const markerFile = path.join(dataDir, 'markerFile');
  const fingerprint = hashInputs();
  const isCached = existsSync(markerFile) && readFileSync(markerFile, 'utf8') === fingerprint;
  if (!isCached) await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  let postgres = await startEmbeddedPostgres({ dataDir, log: silent, durable: false });
  const close = async () => {
    await postgres.stop();
    if (!keep) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(postgres.url, { folder: MIGRATIONS, log: silent });
    if (!isCached) {
      await generateTales(postgres.url, size, say);
      await writeFile(markerFile, fingerprint);
    }
    if (durable) {
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ dataDir, archiveDir, log: silent, durable: true });
    }
    return { dataDir, ownerUrl: postgres.url, appUrl: postgres.appUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns a fingerprint of migrations and generators: a cached database with another one is created again. */
function hashInputs(): string {
  const hash = createHash('sha256');
  const migrations = readdirSync(MIGRATIONS).sort();
  const files = [
    ...migrations.map((name) => path.join(MIGRATIONS, name)),
    ...['generate.ts', 'vocabulary.ts'].map((name) => path.join(root, 'bench', name)),
  ];
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}
