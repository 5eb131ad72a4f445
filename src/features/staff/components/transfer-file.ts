import { Refused, TIMED_OUT, UNREACHABLE } from '#src/features/accounts/components/send.ts';
import { urls } from '#src/urls.ts';

/** No byte has gone for so long. */
const STALLED_MS = 30_000;
/** A picture is encoded before the answer comes. */
const ANSWER_MS = 120_000;

type Asked = {
  method: 'POST' | 'PUT';
  path: string;
  file: File;
  type: string;
  headers?: Readonly<Record<string, string>>;
  onProgress: (share: number) => void;
};

/**
 * Sends a file of this device as it is. `path` begins behind the API's own, `type` is its media type, `onProgress` hears which part has
 * gone, 0 to 1. Resolves to the status and the answer's JSON. Throws Refused.
 */
export async function transferFile<Answer>({ path, ...asked }: Asked): Promise<{ status: number; answer: Answer }> {
  const { status, text } = await transfer(urls.api(path), asked);
  const answer = parse(text);
  if (status >= 200 && status < 300) return { status, answer: answer as Answer };
  const { code = '', detail } = answer as { code?: string; detail?: string };
  throw new Refused(status, code, detail ?? 'An unknown error occurred');
}

/** "1.4 MB", or "230 KB" for what is smaller. */
export function megabytes(bytes: number): string {
  return bytes < 950_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** Not by fetch, which tells nothing of how far it has come. */
function transfer(address: string, { method, file, type, headers = {}, onProgress }: Omit<Asked, 'path'>) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', type);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    // A large file takes as long as it needs while it goes on; where nothing moves any more it has failed.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = (timeoutMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(new Refused(0, 'timeout', TIMED_OUT));
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
    for (const event of ['error', 'abort']) request.addEventListener(event, () => reject(new Refused(0, 'unreachable', UNREACHABLE)));
    request.addEventListener('loadend', () => clearTimeout(timer));
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
