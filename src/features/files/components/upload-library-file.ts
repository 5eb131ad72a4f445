/** Uploads files of the library from the browser: small ones in one request, large ones in parts that survive interruptions. */
import { uploadFile } from '#src/admin-ui/upload-file.ts';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import type { FileUpload, LibraryFile } from '../contract.ts';
import { MAX_SINGLE_BYTES } from '../limits.ts';

/** The part that the server stores as one object. */
const PART_BYTES = 4 * 1024 * 1024;
const PART_TYPE = 'application/offset+octet-stream';
const PATH = '/admin/file-uploads';
/** Pauses before further attempts, ms. After progress they begin again. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000];

type Target = { folderId: string; replaces?: Pick<LibraryFile, 'id' | 'version'> | undefined };
type Options = Target & { onProgress: (share: number) => void; signal: AbortSignal };

/** Uploads a file, or continues an unfinished upload of it. @throws ApiError, with the code `aborted` when it was paused */
export async function uploadLibraryFile(file: File, { folderId, replaces, onProgress, signal }: Options): Promise<LibraryFile> {
  if (file.size > MAX_SINGLE_BYTES) return uploadInParts(file, { folderId, replaces, onProgress, signal });
  const name = new URLSearchParams({ name: file.name });
  const common = { file, type: 'application/octet-stream', onProgress, signal };
  if (replaces === undefined)
    return (await uploadFile<LibraryFile>({ ...common, method: 'POST', path: `/admin/files?folder=${folderId}&${name}` })).answer;
  const path = `/admin/files/${replaces.id}/content?${name}`;
  return (await uploadFile<LibraryFile>({ ...common, method: 'PUT', path, headers: { 'if-match': `"${replaces.version}"` } })).answer;
}

async function uploadInParts(file: File, options: Options): Promise<LibraryFile> {
  const { onProgress, signal } = options;
  const known = (await apiRequest<{ uploads: FileUpload[] }>('GET', PATH)).uploads.find((each) => isSame(each, file, options));
  let upload: FileUpload & { file_id?: string | null } = known ?? (await start(file, options));
  for (let failures = 0; !upload.file_id; ) {
    try {
      const begin = upload.received;
      const part = file.slice(begin, begin + PART_BYTES);
      await uploadFile({
        ...{ method: 'PATCH', path: `${PATH}/${upload.id}`, file: part, type: PART_TYPE, signal },
        headers: { 'tus-resumable': '1.0.0', 'upload-offset': String(begin) },
        onProgress: (share) => onProgress((begin + share * part.size) / file.size),
      });
      failures = 0;
    } catch (error) {
      if (!mayContinue(error) || failures === PAUSES_MS.length) throw error;
      await pause(PAUSES_MS[failures] ?? 0, signal);
      failures += 1;
    }
    // Without a connection the offset is asked for after the next pause.
    upload = await apiRequest<typeof upload>('GET', `${PATH}/${upload.id}`).catch((error: unknown) => {
      if (!mayContinue(error)) throw error;
      return upload;
    });
  }
  return apiRequest('GET', `/admin/files/${upload.file_id}`);
}

async function start(file: File, { folderId, replaces, signal }: Options): Promise<FileUpload> {
  const values = {
    ...{ filename: file.name, folder: folderId, lastModified: String(file.lastModified) },
    ...(replaces && { replaces: replaces.id, version: String(replaces.version) }),
  };
  const metadata = Object.entries(values).map(([key, value]) => `${key} ${toBase64(value)}`);
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(file.size), 'upload-metadata': metadata.join() };
  const sent = { method: 'POST', path: PATH, file: new Blob([]), type: PART_TYPE, headers, signal, onProgress: () => {} } as const;
  return (await uploadFile<FileUpload>(sent)).answer;
}

function isSame(upload: FileUpload, file: File, { folderId, replaces }: Target): boolean {
  return (
    upload.name === file.name.normalize('NFC').trim() &&
    upload.bytes === file.size &&
    upload.last_modified === file.lastModified &&
    upload.folder_id === folderId &&
    upload.replaces_id === (replaces?.id ?? null)
  );
}

function mayContinue(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'aborted') return false;
  return error.status === 0 || error.status >= 500 || error.code === 'wrong_offset';
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Resolves after a while, or at once when the connection is back. @throws ApiError `aborted` */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const end = (act: () => void) => () => {
      done.abort();
      clearTimeout(timer);
      act();
    };
    const timer = setTimeout(end(resolve), ms);
    window.addEventListener('online', end(resolve), { signal: done.signal });
    signal.addEventListener(
      'abort',
      end(() => reject(new ApiError(0, 'aborted', 'Paused'))),
      { signal: done.signal },
    );
  });
}
