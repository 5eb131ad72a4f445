/** The front door of the library of pictures: what tales call when they are saved, and what is kept elsewhere. */
export { keepUses } from './keep-uses.ts';
export { factsOf, hasStoredPictures, isFileKey, isWholePicture, type KeptFile, listKeptFiles, typeOfKeptFile } from './kept-files.ts';
export { withoutMissingPictures } from './missing-pictures.ts';
