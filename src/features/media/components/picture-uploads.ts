/** Pictures on their way into the library, and what is said of them. */
import type { UploadWords } from '#src/features/staff/components/upload-list.tsx';
import { useUploads } from '#src/features/staff/components/use-uploads.ts';
import type { Picture } from '../contract.ts';
import { sendFile } from './send-file.ts';

export const PICTURE_WORDS: UploadWords = {
  things: ['picture', 'pictures'],
  opening: 'Being made ready for every screen',
  done: 'They are in the library',
  allDone: 'All pictures are in the library',
};

/** `onPicture` hears of each that has come. */
export function usePictureUploads(onPicture: (picture: Picture) => void) {
  return useUploads({ sendOne, onDone: onPicture });
}

async function sendOne(file: File, onProgress: (share: number) => void): Promise<{ made: Picture; text: string }> {
  const { picture, isKnown } = await sendFile({ method: 'POST', path: '/admin/media', file, onProgress });
  return { made: picture, text: isKnown ? 'It was in the library already' : 'Added' };
}
