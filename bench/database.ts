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
 * Starts one of `size` tales: a kept one, or made now (a million takes about ten minutes). `keep`: do not remove it at the close.
 * `durable`: once it is full it keeps what it acknowledges, as the database of a site does; and archives it, with `archiveDir`.
 */
export async function openBenchDatabase(
  size: number,
  keep: boolean,
  say: (line: string) => void,
  { durable = false, archiveDir }: { durable?: boolean; archiveDir?: string } = {},
): Promise<BenchDatabase> {
  const dataDir = path.join(FOLDER, `tales-${size}`);
  const finished = path.join(dataDir, 'finished');
  const recipe = hashRecipe();
  const isKept = existsSync(finished) && readFileSync(finished, 'utf8') === recipe;
  if (!isKept) await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  let postgres = await startEmbeddedPostgres({ dataDir, log: silent, durable: false });
  const close = async () => {
    await postgres.stop();
    if (!keep) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(postgres.url, { folder: MIGRATIONS, log: silent });
    if (!isKept) {
      await generateTales(postgres.url, size, say);
      await writeFile(finished, recipe);
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

/** Identifies the contents of a cached database; created again when migrations or tales differ. */
function hashRecipe(): string {
  const hash = createHash('sha256');
  const migrations = readdirSync(MIGRATIONS).sort();
  const files = [
    ...migrations.map((name) => path.join(MIGRATIONS, name)),
    ...['generate.ts', 'vocabulary.ts'].map((name) => path.join(root, 'bench', name)),
  ];
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}
