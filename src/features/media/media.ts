/** The front door of the library of pictures: what tales call when they are saved. */
export { keepUses } from './keep-uses.ts';
export { withoutMissingPictures } from './missing-pictures.ts';
