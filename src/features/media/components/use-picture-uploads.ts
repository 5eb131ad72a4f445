/** Uploads of images to the library, with their status messages. */
import { type UploadText, useUploads } from '#src/admin-ui/upload-list.tsx';
import type { Picture } from '../contract.ts';
import { uploadPictureFile } from './upload-picture-file.ts';

export const PICTURE_UPLOAD_TEXT: UploadText = {
  things: ['image', 'images'],
  opening: 'Processing...',
  done: 'Added to the library',
  allDone: 'All images were added to the library',
};

/** `onPicture` is called for each uploaded image. */
export function usePictureUploads(onPicture: (picture: Picture) => void) {
  return useUploads({ sendOne: uploadOne, onDone: onPicture });
}

async function uploadOne(file: File, onProgress: (share: number) => void): Promise<{ made: Picture; text: string }> {
  const { picture, isKnown } = await uploadPictureFile({ method: 'POST', path: '/admin/media', file, onProgress });
  return { made: picture, text: isKnown ? 'Already in the library' : 'Added' };
}
