/** What is dropped on the page: files, and folders, which are read file by file. */

const paths = new WeakMap<File, string>();

/** Where a file stands in what was dropped or chosen, such as `Grimm/The Frog King.md`; else its name. */
export function pathOf(file: File): string {
  return paths.get(file) ?? (file.webkitRelativePath || file.name);
}

/** All files of what is dropped. Called while the drop lasts; what cannot be read of a folder is left out. */
export function readDropped(data: DataTransfer): File[] | Promise<File[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  return entries.some((entry) => entry?.isDirectory) ? readAll(entries.filter((entry) => entry !== null)) : [...data.files];
}

async function readAll(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = [];
  for (const entry of entries) {
    if (isFile(entry)) files.push(...(await readFile(entry)));
    else if (isFolder(entry)) files.push(...(await readAll(await readFolder(entry))));
  }
  return files;
}

function readFile(entry: FileSystemFileEntry): Promise<File[]> {
  return new Promise((resolve) =>
    entry.file(
      (file) => {
        paths.set(file, entry.fullPath.replace(/^\//, ''));
        resolve([file]);
      },
      () => resolve([]),
    ),
  );
}

/** Browsers hand out a folder in pieces; an empty one is the end. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
