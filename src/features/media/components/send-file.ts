import { Refused, UNREACHABLE } from '#src/features/accounts/components/send.ts';
import { urls } from '#src/urls.ts';
import type { Picture } from '../contract.ts';
import { KINDS, MOST_BYTES, TAKEN, TOO_LARGE } from '../picture-files.ts';

type Asked = { method: 'POST' | 'PUT'; path: string; file: File; onProgress: (share: number) => void };

/**
 * Sends a file of this device as it is. `onProgress` hears which part has gone, 0 to 1. Resolves to the picture that was made of it;
 * `isKnown`: it was in the library already. Throws Refused, also for what the server would refuse without reading it.
 */
export async function sendFile({ method, path, file, onProgress }: Asked): Promise<{ picture: Picture; isKnown: boolean }> {
  const type = typeOf(file);
  if (type === undefined)
    throw new Refused(415, 'type_not_taken', isHeic(file) ? HEIC : `This file is no picture that we can show. ${TAKEN}`);
  if (file.size > MOST_BYTES) throw new Refused(413, 'too_large', `${TOO_LARGE} This one has ${megabytes(file.size)}.`);
  const { status, text } = await transfer(method, urls.api(`${path}?${new URLSearchParams({ name: file.name })}`), file, type, onProgress);
  const answer = parse(text);
  if (status === 200 || status === 201) return { picture: answer as Picture, isKnown: status === 200 };
  const { code = '', detail } = answer as { code?: string; detail?: string };
  throw new Refused(status, code, detail ?? 'An unknown error occurred');
}

/** "1.4 MB", or "230 KB" for what is smaller. */
export function megabytes(bytes: number): string {
  return bytes < 950_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

const ENDINGS: Record<string, string> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', avif: 'image/avif' };
const HEIC = 'This is a HEIC picture, as phones make them. Share or export it as JPEG, and try again.';

/** What the file calls itself. Older systems know nothing of the newer kinds: then its ending says it. */
function typeOf({ type, name }: File): string | undefined {
  const said = type || ENDINGS[name.toLowerCase().replace(/^.*\./, '')];
  return said !== undefined && Object.hasOwn(KINDS, said) ? said : undefined;
}

function isHeic({ type, name }: File): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
}

/** Not by fetch, which tells nothing of how far it has come. */
function transfer(method: string, address: string, file: File, type: string, onProgress: (share: number) => void) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', type);
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
