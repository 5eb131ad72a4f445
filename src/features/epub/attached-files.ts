/** The last chapter of a book: files attached to its tales. Images are part of the book; others are links, as EPUB allows few types. */
import { describeFile } from '#src/features/files/attachments/attachments.ts';
import type { AttachedFile } from '#src/features/files/attachments/contract.ts';
import type { BookTale } from './contract.ts';
import { ENGLISH, oneLine, writePage } from './pages.ts';
import { type Element, element } from './xml.ts';

/** Of an image, and of all images of a book. */
const MAX_IMAGE_BYTES = 5_000_000;
const MAX_BOOK_BYTES = 50_000_000;

/** `pictures`: files of the book by the id of the attached file. */
export type FilesOfTale = { title: string; files: readonly AttachedFile[]; pictures: ReadonlyMap<string, string> };

export const FILES_TITLE = 'Worksheets and files';

/** Lists the images of a tale that fit into the book. `taken`: bytes of those that it has. */
export function imagesFor({ files }: Pick<BookTale, 'files'>, taken: number): AttachedFile[] {
  let total = taken;
  return files.filter(({ mediaType, bytes }) => {
    const isTaken = /^image\/(jpeg|png|webp)$/.test(mediaType) && bytes <= MAX_IMAGE_BYTES && total + bytes <= MAX_BOOK_BYTES;
    if (isTaken) total += bytes;
    return isTaken;
  });
}

/** `linkTo`: returns the absolute URL of a path of the site. */
export function filesPage(tales: readonly FilesOfTale[], linkTo: (path: string) => string | undefined): Uint8Array {
  const sections = tales.flatMap((tale) => [
    ...(tales.length > 1 ? [element('h2', { dir: 'auto' }, oneLine(tale.title))] : []),
    ...tale.files.map((file) => entry(file, tale.pictures.get(file.id), linkTo(file.address))),
  ]);
  const heading = element('h1', { id: 'title', ...ENGLISH }, FILES_TITLE);
  const body = element(
    'section',
    { class: 'attached', 'epub:type': 'appendix', role: 'doc-appendix', 'aria-labelledby': 'title' },
    heading,
    ...sections,
  );
  return writePage({ title: FILES_TITLE, language: 'en', body: [body] });
}

function entry(file: AttachedFile, picture: string | undefined, href: string | undefined): Element {
  const { label, description } = file;
  const name = oneLine(label);
  return element(
    'div',
    {},
    ...(picture === undefined ? [] : [element('p', {}, element('img', { src: picture, alt: name }))]),
    element('p', { dir: 'auto' }, href === undefined ? name : element('a', { href }, name)),
    element('p', ENGLISH, describeFile(file)),
    ...(description === '' ? [] : [element('p', { dir: 'auto' }, oneLine(description))]),
  );
}
