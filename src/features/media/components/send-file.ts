import { Refused } from '#src/features/accounts/components/send.ts';
import { megabytes, transferFile } from '#src/features/staff/components/transfer-file.ts';
import type { Picture } from '../contract.ts';
import { KINDS, MOST_BYTES, TAKEN, TOO_LARGE } from '../picture-files.ts';

type Asked = { method: 'POST' | 'PUT'; path: string; file: File; onProgress: (share: number) => void };

/**
 * Sends a picture of this device as it is. `onProgress` hears which part has gone, 0 to 1. Resolves to the picture that was made of it;
 * `isKnown`: it was in the library already. Throws Refused, also for what the server would refuse without reading it.
 */
export async function sendFile({ method, path, file, onProgress }: Asked): Promise<{ picture: Picture; isKnown: boolean }> {
  const type = typeOf(file);
  if (type === undefined)
    throw new Refused(415, 'type_not_taken', isHeic(file) ? HEIC : `This file is no picture that we can show. ${TAKEN}`);
  if (file.size > MOST_BYTES) throw new Refused(413, 'too_large', `${TOO_LARGE} This one has ${megabytes(file.size)}.`);
  const named = `${path}?${new URLSearchParams({ name: file.name })}`;
  const { status, answer } = await transferFile<Picture>({ method, path: named, file, type, onProgress });
  return { picture: answer, isKnown: status === 200 };
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
