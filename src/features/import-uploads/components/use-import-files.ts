import { useCallback, useRef, useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import { chooseFiles } from '#src/features/import/formats/choose-files.ts';
import { useUploads } from '#src/features/staff/components/use-uploads.ts';
import { newId } from '#src/ui/new-id.ts';
import type { ImportFile, ImportUpload } from '../contract.ts';
import { MOST_FILES } from '../limits.ts';
import { pathOf } from './read-dropped.ts';
import { isTaken, judgeFile, sendImportFile } from './send-import-file.ts';
import { useImportCache } from './use-import.ts';

/**
 * Files on their way into an import. `id` blank: there is none yet, and the first file to go makes one, of which `onBegun` hears. `there`: how many
 * files it has.
 */
export function useImportFiles({ id, there, onBegun }: { id: string; there: number; onBegun: (made: ImportUpload) => void }) {
  const { reloadImport } = useImportCache();
  const [left, setLeft] = useState('');
  const begin = useBegin(id, onBegun);
  const { uploads, add, dismiss, retry } = useUploads<ImportFile>({
    nameOf: pathOf,
    // The server takes two from all editors together.
    atOnce: 1,
    sendOne: async (file, onProgress) => {
      judgeFile(file);
      const into = await begin();
      return { made: await sendImportFile({ id: into, file, onProgress }), text: 'Sent' };
    },
    onDone: async () => reloadImport(await begin()),
  });
  const waiting = uploads.filter(({ state }) => state !== 'done');
  const busy = waiting.filter(({ state }) => state !== 'refused').length;

  function take(files: readonly File[]): void {
    const { taken, words } = sortOut(files, MOST_FILES - there - busy);
    setLeft(words);
    if (taken.length > 0) add(taken);
  }

  return {
    uploads: waiting,
    /** How many have come. */
    sent: uploads.length - waiting.length,
    isBusy: busy > 0,
    /** Something is lost when the page is left: it is on its way, or waits for a connection. */
    isUnsent: waiting.some(({ state, mayRetry }) => state !== 'refused' || mayRetry),
    left,
    take,
    dismiss,
    retry,
  };
}

export type ImportFiles = ReturnType<typeof useImportFiles>;

/** Makes the import when the first file asks for it; however often that is tried, it is one. */
function useBegin(id: string, onBegun: (made: ImportUpload) => void): () => Promise<string> {
  const key = useRef('');
  const begun = useRef<Promise<string> | null>(null);
  const now = useRef({ id, onBegun });
  now.current = { id, onBegun };
  return useCallback(() => {
    if (now.current.id !== '') return Promise.resolve(now.current.id);
    key.current ||= newId();
    begun.current ??= send<ImportUpload>('POST', '/admin/imports', {}, { 'Idempotency-Key': key.current }).then(
      (made) => {
        now.current.onBegun(made);
        return made.id;
      },
      (error: unknown) => {
        begun.current = null;
        throw error;
      },
    );
    return begun.current;
  }, []);
}

/**
 * One by one every file is tried, and told of when it is none. Of a folder what belongs to no tale is left out, in one sentence. `room`: how many
 * files the import can still take.
 */
export function sortOut(files: readonly File[], room: number): { taken: File[]; words: string } {
  const isFolder = files.some((file) => pathOf(file) !== file.name);
  const readable = new Set(chooseFiles(files.map(pathOf).filter((path) => !/\.zip$/i.test(path))).taken.map(({ name }) => name));
  const taken = isFolder ? files.filter((file) => readable.has(pathOf(file)) || /\.zip$/i.test(file.name)) : [...files];
  const many = taken.filter(({ name }) => isTaken(name)).length;
  if (many > room) {
    const words = `That would be ${many.toLocaleString('en-GB')} files, and ${room === MOST_FILES ? 'an import takes' : 'this import has room for'} ${Math.max(0, room)}. Pack them into a zip and send that: a zip counts as one.`;
    return { taken: [], words };
  }
  const others = files.length - taken.length;
  if (others === 0) return { taken, words: '' };
  return {
    taken,
    words: `${others === 1 ? '1 file' : `${others} files`} of the folder, of other kinds, ${others === 1 ? 'was' : 'were'} left out.`,
  };
}
