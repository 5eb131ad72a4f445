/** What other features use of covers. */
export { coverSvg, vignetteSvg } from './art/cover.ts';
export { isMotif, MOTIF_NAMES } from './art/motifs.ts';
export { isPaletteName, PALETTE_NAMES } from './art/palettes.ts';
export { categoryCoverAddress, coverAddress, JPEG_COVER, jpegCoverAddress, shareImageAddress } from './cover-addresses.ts';
export { artForCategory, colourOf } from './drawings.ts';
export { createShareImages, type ShareImages } from './share-images/images.ts';
