/** The front door of the importer. */
export { ClassicFault } from './classics/classic-fault.ts';
export { listClassics } from './classics/list-classics.ts';
export { openMirrors } from './classics/mirror.ts';
export type { Left } from './formats/choose-files.ts';
export { FileFault } from './formats/file-fault.ts';
export { parseMapping } from './formats/mapping.ts';
export type { BookReport } from './keep/book-report.ts';
export { findLastRun, listRuns, type Run } from './keep/runs.ts';
export { undoRun } from './keep/undo-run.ts';
export { listBookFiles } from './list-files.ts';
export type { Publishing } from './propose/propose.ts';
export { type FileOutcome, runClassics, runImport } from './run-import.ts';
