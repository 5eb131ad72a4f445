import type { FileKind } from './choose-files.ts';
import type { Mapping } from './mapping.ts';
import { parseDocx } from './parse-docx.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { parseTable } from './parse-table.ts';
import type { ReadFile } from './read-file.ts';

export type ParsedKind = Extract<FileKind, 'markdown' | 'table' | 'docx'>;

/** A stranger's file of one of these kinds, out of its bytes alone. Throws Faults (of zip and XML) and FileFaults. */
export async function parseFile(kind: ParsedKind, name: string, bytes: Uint8Array, mapping?: Mapping): Promise<ReadFile> {
  if (kind === 'markdown') return parseMarkdown(name, bytes);
  return kind === 'table' ? parseTable(name, bytes, mapping) : parseDocx(name, bytes);
}
