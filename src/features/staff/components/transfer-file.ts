import { Refused, UNREACHABLE } from '#src/features/accounts/components/send.ts';
import { urls } from '#src/urls.ts';

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
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.upload.addEventListener('load', () => onProgress(1));
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    for (const event of ['error', 'abort', 'timeout'])
      request.addEventListener(event, () => reject(new Refused(0, 'unreachable', UNREACHABLE)));
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
