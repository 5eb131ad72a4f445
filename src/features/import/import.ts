/** The front door of the importer. */
export { ClassicFault } from './classics/classic-fault.ts';
export { listClassics } from './classics/list-classics.ts';
export { openMirrors } from './classics/mirror.ts';
export { kindOf, type Left } from './formats/choose-files.ts';
export { FileFault } from './formats/file-fault.ts';
export { parseMapping } from './formats/mapping.ts';
export type { BookReport, TaleReport } from './keep/book-report.ts';
export { keepReasons } from './keep/keep-reasons.ts';
export { findLastRun, listRuns, type Run } from './keep/runs.ts';
export { undoRun } from './keep/undo-run.ts';
export { type BookFile, isZip, listBookFiles, type NamedFile } from './list-files.ts';
export type { Opening } from './open-files.ts';
export type { Publishing } from './propose/propose.ts';
export { type FileOutcome, runClassics, runImport } from './run-import.ts';
