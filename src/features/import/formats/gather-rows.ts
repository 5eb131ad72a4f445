import type { Mapping } from './mapping.ts';
import type { Row } from './table.ts';

/**
 * The rows of each tale, in their order. With a column to group by, all rows in which it is the same; without one, rows that follow each
 * other and differ in nothing but text and order, which is how a table repeats itself.
 */
export function gatherRows(rows: readonly Row[], mapping: Mapping): Row[][] {
  const group = mapping.get('group');
  const groups = group === undefined ? following(rows, mapping) : [...Map.groupBy(rows, ({ values }) => keyOf(values.get(group))).values()];
  return groups.map((each) => inOrder(each, mapping.get('order')));
}

function following(rows: readonly Row[], mapping: Mapping): Row[][] {
  const columns = [...mapping].filter(([field]) => field !== 'content' && field !== 'order').map(([, column]) => column);
  const groups: Row[][] = [];
  let before: string | undefined;
  for (const row of rows) {
    const key = keyOf(columns.map((column) => row.values.get(column) ?? ''));
    if (key === before) groups.at(-1)?.push(row);
    else groups.push([row]);
    before = key;
  }
  return groups;
}

function keyOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : JSON.stringify(value ?? '');
}

/** By their numbers, when each has one. */
function inOrder(rows: Row[], column: string | undefined): Row[] {
  if (column === undefined) return rows;
  const numbers = new Map(rows.map((row) => [row, numberOf(row.values.get(column))]));
  if ([...numbers.values()].some(Number.isNaN)) return rows;
  return rows.toSorted((a, b) => (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0));
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}
