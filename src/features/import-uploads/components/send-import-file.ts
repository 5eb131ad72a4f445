import { Refused } from '#src/features/accounts/components/send.ts';
import { kindOf } from '#src/features/import/formats/choose-files.ts';
import { megabytes, transferFile } from '#src/features/staff/components/transfer-file.ts';
import { newId } from '#src/ui/new-id.ts';
import type { ImportFile } from '../contract.ts';
import { MOST_BYTES } from '../limits.ts';

/** Endings that a field for files offers. */
export const ACCEPT = '.txt,.text,.html,.htm,.xhtml,.epub,.md,.markdown,.docx,.csv,.tsv,.json,.jsonl,.ndjson,.zip';
export const TAKEN = 'EPUB, Word (.docx), Markdown, plain text, web pages, tables (CSV, JSON), and zips of these';

/** While others send, the server asks to come again after so long. */
const PAUSE_MS = 5_000;
/** `key_in_use`: the same is being received just now, and its answer was lost. */
const COME_AGAIN = new Set(['busy', 'key_in_use']);
const MOST_TRIES = 10;

const keys = new WeakMap<File, string>();

type Asked = { id: string; file: File; onProgress: (share: number) => void };

/** Throws Refused for what the server would refuse without reading it. */
export function judgeFile({ name, size }: File): void {
  if (!isTaken(name)) throw new Refused(415, 'kind_not_taken', `This kind of file cannot be read. Taken are ${TAKEN}.${hintFor(name)}`);
  if (size > MOST_BYTES) throw new Refused(413, 'too_large', `A file may have at most 60 MB. This one has ${megabytes(size)}.`);
  if (size === 0) throw new Refused(422, 'empty', 'This file is empty.');
}

/** Sends a file into the import of that id. Throws Refused. */
export async function sendImportFile({ id, file, onProgress }: Asked): Promise<ImportFile> {
  const path = `/admin/imports/${id}/files?${new URLSearchParams({ name: file.name })}`;
  for (let tries = 1; ; tries += 1) {
    try {
      const headers = { 'Idempotency-Key': keyOf(file) };
      const { answer } = await transferFile<ImportFile>({
        method: 'POST',
        path,
        file,
        type: 'application/octet-stream',
        headers,
        onProgress,
      });
      return answer;
    } catch (error) {
      if (!(error instanceof Refused && COME_AGAIN.has(error.code)) || tries === MOST_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** By its name alone. */
export function isTaken(name: string): boolean {
  return kindOf(name) !== undefined || /\.zip$/i.test(name);
}

/** What to do with files that people have instead. */
function hintFor(name: string): string {
  if (/\.(docm?|dotx?|odt|rtf|pages)$/i.test(name)) return ' Save it as .docx, and try again.';
  if (/\.(xlsx?|ods|numbers)$/i.test(name)) return ' Save it as CSV, and try again.';
  if (/\.(mobi|azw3?|pdf)$/i.test(name)) return ' If there is an EPUB of it, take that.';
  return '';
}

/** Sent again because the answer was lost, a file is not there twice. */
function keyOf(file: File): string {
  const key = keys.get(file) ?? newId();
  keys.set(file, key);
  return key;
}
