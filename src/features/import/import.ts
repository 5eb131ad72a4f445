/** What other parts of the site use of the importer. */

export { listClassics } from './classics/list-classics.ts';
export { ClassicFault, openMirrors } from './classics/mirror.ts';
export { FileFault } from './faults.ts';
export { kindOf, type SkippedFile } from './formats/accepted-files.ts';
export { parseMapping } from './formats/column-mapping.ts';
export { type BookFile, isZip, listFiles, type NamedFile } from './list-files.ts';
export type { FileOpeners } from './open-files.ts';
export { saveReasons } from './persist/import-books.ts';
export type { BookReport, TaleReport } from './persist/plan-book.ts';
export { findLastRun, listRuns, type Run, undoRun } from './persist/runs.ts';
export { type FileOutcome, runClassics, runImport } from './run-import.ts';
export type { Publishing } from './suggest/suggest-fields.ts';
