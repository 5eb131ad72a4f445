/** Which files of a folder or ZIP are imported, in which order, and the limits of uploads. Browser-safe and small. */

export type FileKind = 'text' | 'html' | 'epub' | 'markdown' | 'table' | 'docx';
export const SKIP_REASONS = ['hidden', 'about', 'picture', 'zip', 'link', 'unknown', 'export'] as const;
type AcceptedFile = { name: string; kind: FileKind };
/**
 * `hidden`: hidden by name, or created by a system or program; `about`: describes the folder (README, LICENSE); `picture`: media and
 * stylesheets; `zip`: a nested archive; `link`: a symbolic link; `export`: in an export, anything but the Markdown of tales; `unknown`: else.
 */
export type SkippedFile = { name: string; why: (typeof SKIP_REASONS)[number] };
export type FileSelection = { accepted: AcceptedFile[]; skipped: SkippedFile[] };

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
/** Dotfiles, and leftovers of macOS, Windows and Word. */
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX(?:\/|$)|~\$|Thumbs\.db$|desktop\.ini$|node_modules\/)/i;

export function isFileKind(word: string): word is FileKind {
  return Object.hasOwn(KINDS, word);
}

/** Returns the kind by file extension; undefined for unsupported types. */
export function kindOf(name: string): FileKind | undefined {
  return KIND_OF.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '');
}

/**
 * Sorts files into accepted and skipped. `names`: paths with slashes. Both lists are in natural order: 2 before 10; Markdown comes first, as it
 * may attach the others.
 */
export function selectFiles(names: readonly string[]): FileSelection {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const chosen: FileSelection = { accepted: [], skipped: [] };
  const root = exportRoot(names);
  for (const name of names.toSorted((a, b) => compare(a, b) || (a < b ? -1 : 1))) {
    const kind = kindOf(name);
    const why = root !== undefined && !isExportedTale(name, root) ? 'export' : skipReason(name, kind);
    if (why === undefined && kind !== undefined) chosen.accepted.push({ name, kind });
    else chosen.skipped.push({ name, why: why ?? 'unknown' });
  }
  const isMarkdown = ({ kind }: AcceptedFile) => kind === 'markdown';
  const others = chosen.accepted.filter((file) => !isMarkdown(file));
  return { ...chosen, accepted: [...chosen.accepted.filter(isMarkdown), ...others] };
}

/** Returns the folder of an export among these files, with a slash or empty; undefined if they are none. */
function exportRoot(names: readonly string[]): string | undefined {
  const marker = names.find((name) => /^(?:[^/]+\/)?export\.json$/.test(name));
  const root = marker?.replace(/export\.json$/, '');
  return names.includes(`${root}data/tale_revisions.jsonl`) ? root : undefined;
}

function isExportedTale(name: string, root: string): boolean {
  return name.startsWith(root) && /^(?:tales|unpublished)\/[^/]+\.md$/.test(name.slice(root.length));
}

function skipReason(name: string, kind: FileKind | undefined): SkippedFile['why'] | undefined {
  if (HIDDEN.test(name)) return 'hidden';
  if (ABOUT.test(name)) return 'about';
  if (ARCHIVE.test(name)) return 'zip';
  if (PICTURE.test(name)) return 'picture';
  return kind === undefined ? 'unknown' : undefined;
}

/** The size of one upload; the importer accepts the same. */
export const MAX_UPLOAD_BYTES = 60 * 1024 * 1024;
/** The number of files of one import. */
export const MAX_UPLOAD_FILES = 200;
