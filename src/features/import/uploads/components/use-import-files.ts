import { useCallback, useRef, useState } from 'react';
import { formatMegabytes, uploadFile } from '#src/admin-ui/upload-file.ts';
import { useUploads } from '#src/admin-ui/upload-list.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { newId } from '#src/ui/new-id.ts';
import { kindOf, MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES, selectFiles } from '../../formats/accepted-files.ts';
import type { ImportFile, ImportUpload } from '../contract.ts';
import { useImportCache } from './use-import.tsx';

/**
 * Uploads files to an import. `id`: empty before the import exists; the first upload creates it and calls `onCreated`. `existing`: the number of
 * files it already has.
 */
export function useImportFiles({ id, existing, onCreated }: { id: string; existing: number; onCreated: (made: ImportUpload) => void }) {
  const { reloadImport } = useImportCache();
  const [left, setLeft] = useState('');
  const begin = useCreateImport(id, onCreated);
  const { uploads, add, dismiss, retry } = useUploads<ImportFile>({
    nameOf: pathOf,
    // The server receives two files at a time, from all editors together.
    atOnce: 1,
    sendOne: async (file, onProgress) => {
      validateFile(file);
      const into = await begin();
      return { made: await uploadImportFile({ id: into, file, onProgress }), text: 'Uploaded' };
    },
    onDone: async () => reloadImport(await begin()),
  });
  const waiting = uploads.filter(({ state }) => state !== 'done');
  const busy = waiting.filter(({ state }) => state !== 'refused').length;

  function take(files: readonly File[]): void {
    const { taken, words } = selectUploads(files, MAX_UPLOAD_FILES - existing - busy);
    setLeft(words);
    if (taken.length > 0) add(taken);
  }

  return {
    uploads: waiting,
    /** Number of completed uploads. */
    sent: uploads.length - waiting.length,
    isBusy: busy > 0,
    /** Whether leaving the page would lose uploads. */
    isUnsent: waiting.some(({ state, mayRetry }) => state !== 'refused' || mayRetry),
    left,
    take,
    dismiss,
    retry,
  };
}

export type ImportFiles = ReturnType<typeof useImportFiles>;

/** Creates the import on the first upload, exactly once. */
function useCreateImport(id: string, onCreated: (made: ImportUpload) => void): () => Promise<string> {
  const key = useRef('');
  const created = useRef<Promise<string> | null>(null);
  const now = useRef({ id, onCreated });
  now.current = { id, onCreated };
  return useCallback(() => {
    if (now.current.id !== '') return Promise.resolve(now.current.id);
    key.current ||= newId();
    created.current ??= apiRequest<ImportUpload>('POST', '/admin/imports', {}, { 'Idempotency-Key': key.current }).then(
      (made) => {
        now.current.onCreated(made);
        return made.id;
      },
      (error: unknown) => {
        created.current = null;
        throw error;
      },
    );
    return created.current;
  }, []);
}

/**
 * Selects files to upload. Single files are all tried, so that each rejection is shown; of folders unsupported files are skipped with one
 * message. `room`: how many files the import can still take.
 */
export function selectUploads(files: readonly File[], room: number): { taken: File[]; words: string } {
  const isFolder = files.some((file) => pathOf(file) !== file.name);
  const readable = new Set(selectFiles(files.map(pathOf).filter((path) => !/\.zip$/i.test(path))).accepted.map(({ name }) => name));
  const taken = isFolder ? files.filter((file) => readable.has(pathOf(file)) || /\.zip$/i.test(file.name)) : [...files];
  const many = taken.filter(({ name }) => isAccepted(name)).length;
  if (many > room) {
    const words = `Too many files (${many.toLocaleString('en-GB')}): ${room === MAX_UPLOAD_FILES ? 'an import can have' : 'this import has room for'} ${Math.max(0, room)}. Upload them in a ZIP archive, which counts as one file.`;
    return { taken: [], words };
  }
  const others = files.length - taken.length;
  if (others === 0) return { taken, words: '' };
  return {
    taken,
    words: `Skipped ${others === 1 ? '1 file' : `${others} files`} of unsupported types.`,
  };
}

export const ACCEPTED_TYPES = 'EPUB, Word (.docx), Markdown, plain text, HTML, tables (CSV, JSON), and ZIP archives of these';

/** Delay before a retry while the server is busy with other uploads. */
const RETRY_MS = 5_000;
/** `key_in_use`: the same upload is still being received, but its response was lost. */
const RETRY_CODES = new Set(['busy', 'key_in_use']);
const MAX_ATTEMPTS = 10;

const keys = new WeakMap<File, string>();

type UploadRequest = { id: string; file: File; onProgress: (share: number) => void };

/**
 * Rejects files that the server would reject unread.
 * @throws ApiError
 */
function validateFile({ name, size }: File): void {
  if (!isAccepted(name))
    throw new ApiError(415, 'kind_not_taken', `Unsupported file type. Supported types: ${ACCEPTED_TYPES}.${adviceFor(name)}`);
  if (size > MAX_UPLOAD_BYTES) throw new ApiError(413, 'too_large', `Files can be up to 60 MB. This one is ${formatMegabytes(size)}.`);
  if (size === 0) throw new ApiError(422, 'empty', 'This file is empty.');
}

/**
 * Uploads a file, with retries while the server is busy.
 * @throws ApiError
 */
async function uploadImportFile({ id, file, onProgress }: UploadRequest): Promise<ImportFile> {
  const path = `/admin/imports/${id}/files?${new URLSearchParams({ name: file.name })}`;
  for (let tries = 1; ; tries += 1) {
    try {
      const headers = { 'Idempotency-Key': keyOf(file) };
      const { answer } = await uploadFile<ImportFile>({
        method: 'POST',
        path,
        file,
        type: 'application/octet-stream',
        headers,
        onProgress,
      });
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError && RETRY_CODES.has(error.code)) || tries === MAX_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** Checks the file extension. */
function isAccepted(name: string): boolean {
  return kindOf(name) !== undefined || /\.zip$/i.test(name);
}

/** Suggests how to convert an unsupported file. */
function adviceFor(name: string): string {
  if (/\.(docm?|dotx?|odt|rtf|pages)$/i.test(name)) return ' Save it as .docx, and try again.';
  if (/\.(xlsx?|ods|numbers)$/i.test(name)) return ' Save it as CSV, and try again.';
  if (/\.(mobi|azw3?|pdf)$/i.test(name)) return ' Use an EPUB version if there is one.';
  return '';
}

/** A constant key per file, so that a retry after a lost response does not duplicate it. */
function keyOf(file: File): string {
  const key = keys.get(file) ?? newId();
  keys.set(file, key);
  return key;
}

/** Paths of files in dropped folders. */

const paths = new WeakMap<File, string>();

/** Returns the path within the dropped or chosen folder, such as `Grimm/The Frog King.md`; else the name. */
function pathOf(file: File): string {
  return paths.get(file) ?? (file.webkitRelativePath || file.name);
}

/** Returns all dropped files, including those in folders. Must be called during the drop event; unreadable files are skipped. */
export function readDropped(data: DataTransfer): File[] | Promise<File[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  return entries.some((entry) => entry?.isDirectory) ? readAll(entries.filter((entry) => entry !== null)) : [...data.files];
}

async function readAll(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = [];
  for (const entry of entries) {
    if (isFile(entry)) files.push(...(await readFile(entry)));
    else if (isFolder(entry)) files.push(...(await readAll(await readFolder(entry))));
  }
  return files;
}

function readFile(entry: FileSystemFileEntry): Promise<File[]> {
  return new Promise((resolve) =>
    entry.file(
      (file) => {
        paths.set(file, entry.fullPath.replace(/^\//, ''));
        resolve([file]);
      },
      () => resolve([]),
    ),
  );
}

/** Browsers return a folder in chunks, ending with an empty one. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
