/** Which files of a folder or a zip hold tales, and in which order they are read. */

export type FileKind = 'text' | 'html' | 'epub' | 'markdown' | 'table' | 'docx';
export const WHY_LEFT = ['hidden', 'about', 'picture', 'zip', 'link', 'unknown'] as const;
export type Taken = { name: string; kind: FileKind };
/**
 * `hidden`: by its name, or made by a system or a program; `about`: tells of the folder (README, LICENSE); `picture`: belongs to pages, and
 * is no text; `zip`: archives in a folder or a zip are not opened; `link`: leads elsewhere; `unknown`: anything else.
 */
export type Left = { name: string; why: (typeof WHY_LEFT)[number] };
export type Chosen = { taken: Taken[]; left: Left[] };

const KINDS: Record<FileKind, string> = {
  text: 'txt text',
  html: 'html htm xhtml',
  epub: 'epub',
  markdown: 'md markdown',
  table: 'csv tsv json jsonl ndjson',
  docx: 'docx',
};
const KIND_OF = new Map(Object.entries(KINDS).flatMap(([kind, endings]) => endings.split(' ').map((each) => [each, kind as FileKind])));
const PICTURE = /\.(?:jpe?g|png|gif|svg|webp|avif|ico|bmp|tiff?|css|woff2?|ttf|otf|mp3|ogg|opf|ncx)$/i;
const ARCHIVE = /\.(?:zip|7z|rar|tar|t?gz|bz2|xz|zst)$/i;
const ABOUT = /(?:^|\/)(?:readme|licen[cs]e|copying|changelog|contributing)(?:\.\w+)?$/i;
/** Names that begin with a point, and what macOS, Windows and Word leave lying about. */
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX(?:\/|$)|~\$|Thumbs\.db$|desktop\.ini$|node_modules\/)/i;

/** Whether a word is one of the kinds. */
export function isFileKind(word: string): word is FileKind {
  return Object.hasOwn(KINDS, word);
}

/** By its ending; nothing for what is never read. */
export function kindOf(name: string): FileKind | undefined {
  return KIND_OF.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '');
}

/** `names`: paths with slashes. Both lists are in the order of the names, numbers by their value: 2 comes before 10. */
export function chooseFiles(names: readonly string[]): Chosen {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const chosen: Chosen = { taken: [], left: [] };
  for (const name of names.toSorted((a, b) => compare(a, b) || (a < b ? -1 : 1))) {
    const kind = kindOf(name);
    const why = whyLeft(name, kind);
    if (why === undefined && kind !== undefined) chosen.taken.push({ name, kind });
    else chosen.left.push({ name, why: why ?? 'unknown' });
  }
  return chosen;
}

function whyLeft(name: string, kind: FileKind | undefined): Left['why'] | undefined {
  if (HIDDEN.test(name)) return 'hidden';
  if (ABOUT.test(name)) return 'about';
  if (ARCHIVE.test(name)) return 'zip';
  if (PICTURE.test(name)) return 'picture';
  return kind === undefined ? 'unknown' : undefined;
}
