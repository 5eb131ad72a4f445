import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** Statements that a version sends, recorded to check that it can run on the database of a later version. */

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const NAME = /^statements-(.+)\.jsonl$/;
const PLANNED = /^\s*\(?\s*(?:select|insert|update|delete|with|merge)\b/i;

/** Settings of a site process that records its statements to a file. */
export function recordingEnv(file: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=${new URL('record-statements.ts', import.meta.url).href}`, RECORDED_STATEMENTS: file };
}

/** Returns the versions whose statements are recorded. */
export async function listRecorded(): Promise<string[]> {
  return (await readdir(FOLDER)).flatMap((name) => NAME.exec(name)?.[1] ?? []);
}

export async function readStatements(version: string): Promise<string[]> {
  return parseLines(await readFile(path.join(FOLDER, `statements-${version}.jsonl`), 'utf8'));
}

/** Writes the statements of a recording that can be planned alone, without those that need temporary tables. */
export async function saveStatements(version: string, recording: string, client: pg.Client): Promise<void> {
  const statements = parseLines(await readFile(recording, 'utf8')).filter((text) => PLANNED.test(text));
  const failures = await findUnplannable(client, statements);
  const usable = [...new Set(statements)].filter((text) => !failures.has(text)).sort();
  await writeFile(path.join(FOLDER, `statements-${version}.jsonl`), usable.map((text) => `${JSON.stringify(text)}\n`).join(''));
}

/** Plans each statement without running it, which needs its tables, columns, functions, types and unique constraints. Returns the errors. */
export async function findUnplannable(client: pg.ClientBase, statements: readonly string[]): Promise<Map<string, string>> {
  const failures = new Map<string, string>();
  for (const text of statements) {
    await client.query('savepoint planned').catch(() => {});
    try {
      await client.query(`explain (generic_plan) ${text}`);
    } catch (error) {
      failures.set(text, (error as Error).message);
      await client.query('rollback to savepoint planned').catch(() => {});
    }
  }
  return failures;
}

function parseLines(lines: string): string[] {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as string);
}
