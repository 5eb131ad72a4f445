/** The files of an export, as they come back. */
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ExportFault } from './export-fault.ts';
import type { Row } from './rows.ts';

const AnyRow = z.record(z.string(), z.unknown());

/** The rows of data/<table>.jsonl. Throws an ExportFault that names the line. */
export async function* readLines(folder: string, table: string): AsyncGenerator<Row> {
  const file = `data/${table}.jsonl`;
  let line = 0;
  for await (const text of createInterface({
    input: createReadStream(path.join(folder, file), 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1;
    yield parseRow(`${file}, line ${line}`, text);
  }
}

/** What stands in `kind`, so many at a time: of each the columns of its Markdown, where it has one, and over them those beside it. */
export async function* readPairs<Read extends Row>(
  folder: string,
  kind: string,
  most: number,
  read: (file: string, text: string) => Read,
): AsyncGenerator<Row[]> {
  const names = await readdir(path.join(folder, kind));
  const known = new Set(names);
  const lone = names.find((name) => name.endsWith('.md') && !known.has(name.replace(/md$/, 'json')));
  if (lone !== undefined) throw new ExportFault(`${kind}/${lone} has no file ${lone.replace(/md$/, 'json')} beside it.`);
  const files = names.filter((name) => name.endsWith('.json')).sort();
  for (let from = 0; from < files.length; from += most) {
    const rows = files.slice(from, from + most).map(async (name) => {
      const rest = parseRow(`${kind}/${name}`, await readFile(path.join(folder, kind, name), 'utf8'));
      const markdown = name.replace(/json$/, 'md');
      if (!known.has(markdown)) return rest;
      return { ...read(`${kind}/${markdown}`, await readFile(path.join(folder, kind, markdown), 'utf8')), ...rest };
    });
    yield Promise.all(rows);
  }
}

function parseRow(where: string, text: string): Row {
  try {
    return AnyRow.parse(JSON.parse(text));
  } catch {
    throw new ExportFault(`${where}: this is no row in JSON.`);
  }
}
