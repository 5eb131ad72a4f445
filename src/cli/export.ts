/** `talewood export` and `import-export`: arguments and messages. */
import { readExport } from '#src/features/export/read-export.ts';
import { writeExport } from '#src/features/export/write-export.ts';
import type { Config } from '#src/platform/config.ts';
import { openFileStore, openStore } from '#src/platform/objects/open-store.ts';
import { CommandError, count, describeFailures, readPathArgument, secondsSince } from './command.ts';

type Site = { url: string; config: Pick<Config, 'dataDir' | 's3'> };

/**
 * Exports the public content to a new or empty folder. Returns the message for the operator.
 * @throws CommandError, also if only images are missing
 */
export async function exportAll(args: string[], { url, config }: Site): Promise<string> {
  const { path: folder } = readPathArgument(args, 'export FOLDER');
  const began = performance.now();
  const done = await describeFailures(folder, () => writeExport(folder, storesOf(url, config)));
  const { tales, authors, collections, pictureFiles, missing } = done;
  const what = `${count(tales)} tales, ${count(authors)} authors, ${count(collections)} collections and ${count(pictureFiles)} image files`;
  return throwIfMissing(`Wrote ${what} to ${folder} in ${secondsSince(began)} s.`, missing);
}

/**
 * Imports a folder written by `export`. Returns the message for the operator.
 * @throws CommandError as `exportAll`
 */
export async function importExport(args: string[], { url, config }: Site): Promise<string> {
  const { path: folder } = readPathArgument(args, 'import-export FOLDER');
  const began = performance.now();
  const { tales, missing } = await describeFailures(folder, () => readExport(folder, storesOf(url, config)));
  return throwIfMissing(`Imported ${count(tales)} tales in ${secondsSince(began)} s.`, missing);
}

function storesOf(ownerUrl: string, config: Site['config']) {
  return { ownerUrl, store: openStore(config), fileStore: openFileStore(config) };
}

function throwIfMissing(text: string, missing: string[]): string {
  if (missing.length === 0) return text;
  throw new CommandError(`${text}\nWarning: ${count(missing.length)} image or other files are missing, for example ${missing[0]}.`);
}
