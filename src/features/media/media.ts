/** Public server API of the media feature. */

export { withoutMissingPictures } from './missing-pictures.ts';
export { recordUses } from './record-uses.ts';
export {
  factsOf,
  hasStoredPictures,
  isCompletePicture,
  isFileKey,
  listStoredFiles,
  type StoredFile,
  typeOfStoredFile,
} from './stored-files.ts';
