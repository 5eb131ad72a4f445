import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Figure, isMissed, type SectionResult } from './figures.ts';
import { type Machine, root, thisMachine } from './machine.ts';

/** Results as a file for each kind of machine, and as tables in the documentation. */

/** `taken`: when, in ISO 8601. `quick`: taken to try the harness. `machine`: as it was for the newest of them. */
export type Results = { machine: Machine; sections: Record<string, SectionResult & { taken: string; quick: boolean }> };

const DOCUMENT = path.join(root, 'docs/performance.md');
const BEGIN = '<!-- figures: written by npm run bench -->';
const END = '<!-- end of figures -->';

/** Adds sections to what was measured before on such a machine. Returns all of it and the file's path. */
export async function saveResults(sections: Results['sections']): Promise<{ results: Results; file: string }> {
  const machine = thisMachine();
  const slug = machine.cpu
    .toLowerCase()
    .replace(/\(r\)|\(tm\)|[^a-z0-9]+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
  const file = path.join(root, 'bench/results', `${slug}.json`);
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results).sections : {};
  const results = { machine, sections: { ...before, ...sections } };
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(results, null, 1)}\n`);
  return { results, file };
}

/** Rewrites the tables of docs/performance.md between their two marks. */
export async function writeTables(results: Results): Promise<void> {
  const text = await readFile(DOCUMENT, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${DOCUMENT} has lost the marks between which the figures stand.`);
  await writeFile(DOCUMENT, `${before}${BEGIN}\n\n${tables(results)}\n\n${END}${after}`);
}

/** The tables as Markdown. */
export function tables({ machine, sections }: Results): string {
  const heading = `Taken on ${machine.cores} cores of ${machine.cpu}, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}.`;
  const parts = Object.entries(sections).map(([name, { figures, quick, taken }]) => {
    const title = `### ${name}, ${taken.slice(0, 10)}${quick ? ' (a quick run, only to try the benchmark)' : ''}`;
    const sized = figures.filter((figure) => figure.size !== undefined);
    const plain = figures.filter((figure) => figure.size === undefined);
    return [title, ...(sized.length > 0 ? [sizedTable(sized)] : []), ...(plain.length > 0 ? [plainTable(plain)] : [])].join('\n\n');
  });
  return [heading, ...parts].join('\n\n');
}

function plainTable(figures: Figure[]): string {
  const rows = figures.map((figure) => `| ${figure.name} | ${amount(figure.value)} ${figure.unit} | ${limitText(figure)} |`);
  return ['| What | Measured | Limit |', '| --- | --: | --- |', ...rows].join('\n');
}

/** A row for each query, a column for each number of tales: the median and, in brackets, what 95 % stay below. */
function sizedTable(figures: Figure[]): string {
  const sizes = [...new Set(figures.map((figure) => figure.size))];
  const rows = [...Map.groupBy(figures, (figure) => figure.name)].map(([name, own]) => {
    const cells = sizes.map((size) => {
      const figure = own.find((each) => each.size === size);
      return figure ? `${amount(figure.value)} (${amount(figure.p95 ?? Number.NaN)})${limitText(figure) && `, ${limitText(figure)}`}` : '';
    });
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  const heads = sizes.map((size) => `${size?.toLocaleString('en')} tales, ms`);
  return [`| Query | ${heads.join(' | ')} |`, `| --- |${sizes.map(() => ' --: |').join('')}`, ...rows].join('\n');
}

function limitText(figure: Figure): string {
  const { limit } = figure;
  if (limit === undefined) return '';
  const text = 'most' in limit ? `at most ${amount(limit.most)}` : `at least ${amount(limit.least)}`;
  return isMissed(figure) ? `**missed: ${text}**` : text;
}

function amount(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toFixed(Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2)));
}
