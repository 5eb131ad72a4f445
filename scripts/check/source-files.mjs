import fs from 'node:fs';
import path from 'node:path';
import { inProject, root } from '../lib/project.mjs';

/** The files of the project as a map from path (relative to the clone, with slashes) to text, and what each one imports. */

/** Reads every file below the folders (or the files themselves) that exist and whose name ends so. */
export function readFiles(folders, endings) {
  const paths = folders
    .flatMap((folder) => filesBelow(inProject(folder)))
    .filter((file) => endings.some((ending) => file.endsWith(ending)));
  return new Map(paths.map((file) => [path.relative(root, file).replaceAll('\\', '/'), fs.readFileSync(file, 'utf8')]));
}

/** Paths of all files below the folders, relative to the clone. */
export function listFiles(folders) {
  return folders.flatMap((folder) => filesBelow(inProject(folder))).map((file) => path.relative(root, file).replaceAll('\\', '/'));
}

function filesBelow(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [file];
  return fs
    .readdirSync(file)
    .sort()
    .filter((name) => name !== 'node_modules')
    .flatMap((name) => filesBelow(path.join(file, name)));
}

const STATIC = /^[ \t]*(import|export)[ \t]+(type[ \t]+)?(?:[\w$*{][^'"`;=()]*?[\s}]from[ \t]*)['"]([^'"\n]+)['"]/gm;
const BARE = /^[ \t]*import[ \t]*['"]([^'"\n]+)['"]/gm;
const DYNAMIC = /\bimport\([ \t\n]*['"]([^'"\n]+)['"]/g;

/**
 * What a file imports or re-exports, as `{ specifier, isType, isExport }`; `isType` means that nothing is loaded,
 * `isLater` that it is loaded when it is asked for.
 * Reads the text by pattern: the formatter keeps imports in the shapes that are matched.
 */
export function importsOf(text) {
  return [
    ...[...text.matchAll(STATIC)].map(([, word, type, specifier]) => ({
      specifier,
      isType: type !== undefined,
      isExport: word === 'export',
    })),
    ...[...text.matchAll(BARE)].map(([, specifier]) => ({ specifier, isType: false, isExport: false })),
    ...[...text.matchAll(DYNAMIC)].map(([, specifier]) => ({ specifier, isType: false, isExport: false, isLater: true })),
  ];
}

/** The project's own file that a specifier names, or undefined for a package. */
export function resolveOwn(from, specifier) {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
  return undefined;
}
