import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { migrate } from '#src/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';
import { silent } from '#test/database.ts';
import { generateTales } from './generate.ts';
import { root } from './machine.ts';

/** Embedded databases full of made-up tales. */

const FOLDER = path.join(root, 'node_modules/.cache/talewood/bench');

export type BenchDatabase = { ownerUrl: string; appUrl: string; close(): Promise<void> };

/** Starts one of `size` tales: a kept one, or made now (a million takes about ten minutes). `keep`: do not remove it at the close. */
export async function openBenchDatabase(size: number, keep: boolean, say: (line: string) => void): Promise<BenchDatabase> {
  const dataDir = path.join(FOLDER, `tales-${size}`);
  const finished = path.join(dataDir, 'finished');
  if (!existsSync(finished)) await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent, durable: false });
  const close = async () => {
    await postgres.stop();
    if (!keep) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(postgres.url, { folder: path.join(root, 'db/migrations'), log: silent });
    if (!existsSync(finished)) {
      await generateTales(postgres.url, size, say);
      await mkdir(finished);
    }
    return { ownerUrl: postgres.url, appUrl: postgres.appUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}
