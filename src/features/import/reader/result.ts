/** What the worker says: a line of JSON, then the documents in their order, in UTF-8. */
import type { Fault } from './fault.ts';
import type { ReadBook } from './read-book.ts';

/** Parts to be written one after the other. */
export function writeResult(result: ReadBook | Fault): Buffer[] {
  if (result instanceof Error) return [line({ fault: result.code, where: result.where })];
  const { documents, ...facts } = result;
  const head = { ...facts, documents: documents.map(({ path, html }) => ({ path, size: html.length })) };
  return [line(head), ...documents.map(({ html }) => html)];
}

function line(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
