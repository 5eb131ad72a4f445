import fs from 'node:fs';
import path from 'node:path';
import { inProject, root } from '../lib/project.mjs';

/**
 * Reads every file below `folders` (or the files themselves) whose name has one of the endings. Returns a map from path, relative to the
 * project, to text.
 */
export function readFiles(folders, endings) {
  const paths = folders
    .flatMap((folder) => filesBelow(inProject(folder)))
    .filter((file) => endings.some((ending) => file.endsWith(ending)));
  return new Map(paths.map((file) => [path.relative(root, file).replaceAll('\\', '/'), fs.readFileSync(file, 'utf8')]));
}

/** Returns the paths of all files below the folders, relative to the project. */
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
 * Returns the imports and re-exports of a file as `{ specifier, isType, isExport, isLater }`: `isType` for type-only imports, `isLater` for
 * dynamic imports. Uses regular expressions, which rely on the formatter.
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

/** Returns the path of the project file that a specifier names, undefined for a package. */
export function resolveOwn(from, specifier) {
  // Without the query that asks for another form of a file.
  const [file] = specifier.split('?', 1);
  if (file.startsWith('#')) return file.slice(1);
  if (file.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(from), file));
  return undefined;
}
