import { formatMegabytes, uploadFile } from '#src/admin-ui/upload-file.ts';
import { ApiError } from '#src/api-client/api-request.ts';
import type { Picture } from '../contract.ts';
import { KINDS, MAX_BYTES, SUPPORTED_TYPES, TOO_LARGE } from '../picture-files.ts';

type UploadRequest = { method: 'POST' | 'PUT'; path: string; file: File; onProgress: (share: number) => void };

/**
 * Uploads an image file. `onProgress` gets the share sent, 0 to 1. `isKnown`: it was in the library before. @throws ApiError, also for files that the server would reject without reading them
 */
export async function uploadPictureFile({
  method,
  path,
  file,
  onProgress,
}: UploadRequest): Promise<{ picture: Picture; isKnown: boolean }> {
  const type = typeOf(file);
  if (type === undefined)
    throw new ApiError(415, 'type_not_taken', isHeic(file) ? HEIC_MESSAGE : `This file is not a supported image. ${SUPPORTED_TYPES}`);
  if (file.size > MAX_BYTES) throw new ApiError(413, 'too_large', `${TOO_LARGE} This one has ${formatMegabytes(file.size)}.`);
  const named = `${path}?${new URLSearchParams({ name: file.name })}`;
  const { status, answer } = await uploadFile<Picture>({ method, path: named, file, type, onProgress });
  return { picture: answer, isKnown: status === 200 };
}

const TYPES_BY_EXTENSION: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};
const HEIC_MESSAGE = 'HEIC images are not supported. Export it as JPEG and try again.';

/** Returns the media type. Older systems do not know newer types, so the extension is the fallback. */
function typeOf({ type, name }: File): string | undefined {
  const mediaType = type || TYPES_BY_EXTENSION[name.toLowerCase().replace(/^.*\./, '')];
  return mediaType !== undefined && Object.hasOwn(KINDS, mediaType) ? mediaType : undefined;
}

function isHeic({ type, name }: File): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
}
