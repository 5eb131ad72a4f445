import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Schema } from './database-dump.ts';
import type { Secrets } from './fill-site.ts';
import type { Recorded } from './read-site.ts';

/** Data and recorded responses of one release, in a folder named by its version, which never changes. */
export type Fixture = {
  version: string;
  takenAt: string;
  /** SECRET of the site. */
  secret: string;
  schema: Schema;
  /** Rows as SQL. */
  sql: string;
  secrets: Secrets;
  /** Files in DATA_DIR by their paths, as base64. */
  files: Record<string, string>;
  /** Recipient of a queued email with a link to reset the password. */
  queuedEmail: string;
  answers: Recorded[];
};

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Returns the versions that have a fixture, unordered. */
export async function listFixtures(): Promise<string[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

export async function readFixture(version: string): Promise<Fixture> {
  const read = (name: string) => readFile(path.join(FOLDER, version, name), 'utf8');
  const answers = (await read('answers.jsonl')).trimEnd().split('\n');
  return {
    ...(JSON.parse(await read('site.json')) as Omit<Fixture, 'sql' | 'answers'>),
    sql: await read('rows.sql'),
    answers: answers.map((line) => JSON.parse(line) as Recorded),
  };
}

/** Writes a fixture. @throws Error if the version already has one. */
export async function writeFixture({ sql, answers, ...site }: Fixture): Promise<string> {
  const folder = path.join(FOLDER, site.version);
  await mkdir(folder);
  await writeFile(path.join(folder, 'rows.sql'), sql);
  await writeFile(path.join(folder, 'site.json'), `${JSON.stringify(site, null, 2)}\n`);
  await writeFile(path.join(folder, 'answers.jsonl'), answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
  return folder;
}
