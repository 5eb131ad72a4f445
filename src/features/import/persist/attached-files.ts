/** Files that tales attach: read beside the tale, inspected as uploads are, and stored in the file library. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import {
  AttachedKind,
  FileAccess,
  FileName,
  FolderName,
  findFolder,
  importFile,
  inspectBytes,
  kindOfType,
  MAX_ATTACHED,
  MAX_FOLDER_DEPTH,
  typeOfName,
} from '#src/features/files/files.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { isPlainName } from '../archive/paths.ts';
import { readMember } from '../book-process.ts';
import type { BookFile } from '../list-files.ts';
import type { FoundTale, StatedFile } from '../worker-output.ts';

/** An attachment of a written tale. */
export type Attachment = { id: string; kind: AttachedKind; label: string; description: string };
/** Bytes of files up to this size are kept from the inspection on. */
const MAX_KEPT_BYTES = 1024 * 1024;
/** A file that was inspected. `found`: its path in the folder or archive. `bytes`: of a small file. */
type CheckedFile = Omit<Attachment, 'id'> & {
  name: string;
  folder: string[];
  access: FileAccess;
  sha256: string;
  path: string;
  found: string;
  bytes?: Buffer;
};
/** `problems`: why files are not attached; `shown`: a line for each of the others, for the report. */
export type CheckedFiles = { source: BookFile; files: CheckedFile[]; problems: string[]; shown: string[] };

/** Folder of files that name none. */
const FOLDER = 'Imported';
const NOT_FOUND = 'It was not found. Put it in one ZIP archive or folder with the tale.';

/** Reads and inspects the files of a tale. @throws AppError 503, and errors of the database */
export async function checkAttached(db: Db, source: BookFile, stated: NonNullable<FoundTale['files']>): Promise<CheckedFiles> {
  const checked: CheckedFiles = { source, files: [], problems: [], shown: [] };
  for (const [index, each] of stated.entries()) {
    const file = index < MAX_ATTACHED ? await checkOne(source, each) : `A tale can have ${MAX_ATTACHED} files.`;
    if (typeof file === 'string') checked.problems.push(`File “${each.path.slice(0, 200)}”: ${file}`);
    else {
      checked.files.push(file);
      const { path: names, access } = await findFolder(db, file.folder, file.access);
      checked.shown.push(`${file.label || file.name} (${[...names, file.name].join(' / ')}, ${access})`);
    }
  }
  return checked;
}

/** Stores files that were checked. Returns them as attachments, each once. @throws as importFile and checkAttached */
export async function storeAttached(
  deps: { db: Db; fileStore: ObjectStore },
  creator: string | null,
  { source, files }: CheckedFiles,
): Promise<Attachment[]> {
  const attached = new Map<string, Attachment>();
  for (const { kind, label, description, ...file } of files) {
    const bytes = file.bytes ?? (await readBeside(source, file.path, file.name)).bytes;
    // Inspected bytes only: the folder may have changed meanwhile.
    if (hashOf(bytes) !== file.sha256) throw new AppError(409, 'file_changed', `The file “${file.path}” has changed. Import it again.`);
    const id = await importFile(deps, { id: creator }, file, bytes);
    if (!attached.has(id)) attached.set(id, { id, kind, label, description });
  }
  return [...attached.values()];
}

/** Returns the file, or why it is refused. */
async function checkOne(source: BookFile, stated: StatedFile): Promise<CheckedFile | string> {
  const name = FileName.safeParse(stated.name || path.posix.basename(stated.path));
  const folder = FolderName.array()
    .max(MAX_FOLDER_DEPTH)
    .safeParse(stated.folder === '' ? [FOLDER] : stated.folder.split('/'));
  const access = FileAccess.safeParse(stated.access || 'private');
  const kind = AttachedKind.optional().safeParse(stated.kind || undefined);
  // Hidden files are not imported either.
  if (!isPlainName(stated.path) || /(?:^|\/)\./.test(stated.path)) return 'Its path must lead to a file in the same archive or folder.';
  if (!name.success) return `Its name is not valid: ${name.error.issues[0]?.message}.`;
  if (!folder.success) return 'Its folder is not valid.';
  if (!access.success) return 'Its access must be public, members or private.';
  if (!kind.success) return `Its kind must be one of: ${AttachedKind.options.join(', ')}.`;
  const [label, description] = [stated.label, stated.description].map((text) => text.trim()) as [string, string];
  if (label.length > 200 || description.length > 500) return 'Its label can have 200 characters, its description 500.';
  try {
    const { bytes, found } = await readBeside(source, stated.path, name.data);
    const mediaType = await inspectBytes(name.data, bytes);
    const about = { name: name.data, folder: folder.data, access: access.data, kind: kind.data ?? kindOfType(mediaType) };
    return {
      ...about,
      label,
      description,
      sha256: hashOf(bytes),
      path: stated.path,
      found,
      ...(bytes.length <= MAX_KEPT_BYTES && { bytes }),
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return error.code === 'missing_document' ? NOT_FOUND : error.message;
  }
}

/**
 * Reads a file by its path from the folder of the tale, or from one that contains it. `name`: decides how large it may be.
 * @throws AppError `missing_document`; 413 and 415 as typeOfName; as readMember
 */
async function readBeside({ path: own, name: tale, inside, root }: BookFile, file: string, name: string) {
  typeOfName(name);
  const above = path.posix
    .dirname(tale)
    .split('/')
    .filter((each) => each !== '.');
  const candidates = [...above.map((_, index) => [...above.slice(0, above.length - index), file].join('/')), file];
  if (inside !== undefined) {
    const member = await readMember(own, candidates);
    return { bytes: member.bytes, found: member.name };
  }
  for (const found of root === undefined ? [] : candidates) {
    const bytes = await readPlain(root ?? '', found, name);
    if (bytes !== undefined) return { bytes, found };
  }
  throw new AppError(422, 'missing_document', NOT_FOUND);
}

/** Reads a file below a folder; undefined if there is none, or a link on the way. */
async function readPlain(root: string, name: string, fileName: string): Promise<Buffer | undefined> {
  try {
    const file = path.join(await realpath(root), name);
    if ((await realpath(file)) !== file) return undefined;
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const facts = await handle.stat();
      if (!facts.isFile()) return undefined;
      typeOfName(fileName, facts.size);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
