import { ApiError, TIMED_OUT, UNREACHABLE } from '#src/api-client/api-request.ts';
import { urls } from '#src/urls.ts';

/** Without progress for this long, an upload has failed. */
const STALLED_MS = 30_000;
/** Images are encoded before the server responds. */
const ANSWER_MS = 120_000;

type UploadOptions = {
  method: 'POST' | 'PUT' | 'PATCH';
  path: string;
  file: Blob;
  type: string;
  headers?: Readonly<Record<string, string>>;
  onProgress: (share: number) => void;
  /** Aborts the upload, which then fails with the code `aborted`. */
  signal?: AbortSignal;
};

/**
 * Uploads a file and resolves to the status and the JSON of the response. `path` is relative to the API, `type` is the media type,
 * `onProgress` gets the uploaded share from 0 to 1.
 * @throws ApiError
 */
export async function uploadFile<Answer>({ path, ...options }: UploadOptions): Promise<{ status: number; answer: Answer }> {
  const { status, text } = await transfer(urls.api(path), options);
  const answer = parse(text);
  if (status >= 200 && status < 300) return { status, answer: answer as Answer };
  const { code = '', detail } = answer as { code?: string; detail?: string };
  throw new ApiError(status, code, detail ?? 'An unknown error occurred');
}

/** Formats a size as "1.4 MB" or, if smaller, "230 KB". */
export function formatMegabytes(bytes: number): string {
  return bytes < 950_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** Uses XMLHttpRequest because fetch reports no upload progress. */
function transfer(address: string, { method, file, type, headers = {}, onProgress, signal }: Omit<UploadOptions, 'path'>) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', type);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    // Large files may take long; only a stalled upload times out.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = (timeoutMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(new ApiError(0, 'timeout', TIMED_OUT));
        request.abort();
      }, timeoutMs);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch(STALLED_MS);
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.upload.addEventListener('load', () => {
      watch(ANSWER_MS);
      onProgress(1);
    });
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    for (const event of ['error', 'abort']) request.addEventListener(event, () => reject(new ApiError(0, 'unreachable', UNREACHABLE)));
    request.addEventListener('loadend', () => clearTimeout(timer));
    const abort = () => {
      reject(new ApiError(0, 'aborted', 'Paused'));
      request.abort();
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
    watch(STALLED_MS);
    request.send(file);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
