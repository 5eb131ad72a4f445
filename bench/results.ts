import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Figure, isMissed, type SectionResult } from './figures.ts';
import { describeMachine, type Machine, root } from './machine.ts';

/** Saves results as a JSON file for each machine type, and as tables in bench/results/README.md. */

/** `taken`: ISO 8601 time. `quick`: a test of the benchmark. `machine`: of the newest section. */
export type Results = { machine: Machine; sections: Record<string, SectionResult & { taken: string; quick: boolean }> };

const FOLDER = path.join(root, 'bench/results');
const DOCUMENT = path.join(FOLDER, 'README.md');
const BEGIN = '<!-- figures: written by npm run bench -->';
const END = '<!-- end of figures -->';

/** Adds sections to earlier results of this machine type. Returns the path of the file. */
export async function saveResults(sections: Results['sections']): Promise<string> {
  const machine = describeMachine();
  const slug = machine.cpu
    .toLowerCase()
    .replace(/\(r\)|\(tm\)|[^a-z0-9]+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
  const file = path.join(FOLDER, `${slug}.json`);
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results).sections : {};
  const results = { machine, sections: { ...before, ...sections } };
  await mkdir(FOLDER, { recursive: true });
  await writeFile(file, `${JSON.stringify(results, null, 1)}\n`);
  return file;
}

/** Rewrites the tables between the two markers of bench/results/README.md: the latest result of each section, from any machine. */
export async function writeTables(): Promise<void> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.json')).toSorted();
  const all = files.map((file) => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Results);
  const text = await readFile(DOCUMENT, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${DOCUMENT} lacks the markers around the figures.`);
  await writeFile(DOCUMENT, `${before}${BEGIN}\n\n${tables(all)}\n\n${END}${after}`);
}

/** Returns Markdown tables, without figures that have no limit, except in sections without any limits. */
function tables(all: readonly Results[]): string {
  const measured = all.flatMap(({ machine, sections }) =>
    Object.entries(sections).map(([name, section]) => ({ name, machine, ...section })),
  );
  const newest = measured.filter(({ name, taken }) => measured.every((other) => other.name !== name || other.taken <= taken));
  let lastPlace = '';
  const parts = newest.map(({ name, machine, figures, quick, taken }) => {
    const title = `## ${name}, ${taken.slice(0, 10)}${quick ? ' (a quick run, only to try the benchmark)' : ''}`;
    const place = `On ${machine.cores} cores of ${machine.cpu}, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}.`;
    const isNewPlace = place !== lastPlace;
    lastPlace = place;
    const sized = figures.filter((figure) => figure.size !== undefined);
    const hasLimits = figures.some((figure) => figure.limit !== undefined);
    const plain = figures.filter((figure) => figure.size === undefined && (figure.limit !== undefined || !hasLimits));
    const shown = [...(sized.length > 0 ? [sizedTable(sized)] : []), ...(plain.length > 0 ? [plainTable(plain)] : [])];
    return [title, ...(isNewPlace ? [place] : []), ...shown].join('\n\n');
  });
  return parts.join('\n\n');
}

function plainTable(figures: Figure[]): string {
  const rows = figures.map((figure) => `| ${figure.name} | ${amount(figure.value)} ${figure.unit} | ${limitText(figure)} |`);
  return ['| What | Measured | Limit |', '| --- | --: | --- |', ...rows].join('\n');
}

/** Returns a table with a row for each query and a column for each number of tales: the median and, in brackets, the 95th percentile. */
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
  const text = 'most' in limit ? `≤ ${amount(limit.most)}` : `≥ ${amount(limit.least)}`;
  return isMissed(figure) ? `**missed: ${text}**` : text;
}

function amount(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toFixed(Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2)));
}
