/** `talewood export` and `import-export`: the words of the command line, and what is said afterwards. */
import { readExport } from '#src/features/export/read-export.ts';
import { writeExport } from '#src/features/export/write-export.ts';
import type { Config } from '#src/platform/config.ts';
import { openStore } from '#src/platform/objects/open-store.ts';
import { CommandRefused } from './command-refused.ts';
import { count, readWords, secondsSince, told } from './command-words.ts';

type Site = { url: string; config: Pick<Config, 'dataDir' | 's3'> };

/** `words`: a new or empty folder. Returns what to say; throws CommandRefused, also when all is there but pictures that the store lacks. */
export async function exportAll(words: string[], { url, config }: Site): Promise<string> {
  const { place } = readWords(words, 'export <folder>');
  const began = performance.now();
  const done = await told(place, () => writeExport(place, { ownerUrl: url, store: openStore(config) }));
  const { tales, authors, collections, pictureFiles, missing } = done;
  const what = `${count(tales)} tales, ${count(authors)} authors, ${count(collections)} collections and ${count(pictureFiles)} files of pictures`;
  return orLacking(`Wrote ${what} into ${place} in ${secondsSince(began)} s.`, missing);
}

/** `words`: a folder that `export` wrote. Returns what to say; throws CommandRefused as exportAll does. */
export async function importExport(words: string[], { url, config }: Site): Promise<string> {
  const { place } = readWords(words, 'import-export <folder>');
  const began = performance.now();
  const { tales, missing } = await told(place, () => readExport(place, { ownerUrl: url, store: openStore(config) }));
  return orLacking(`Brought in ${count(tales)} tales in ${secondsSince(began)} s.`, missing);
}

function orLacking(said: string, missing: string[]): string {
  if (missing.length === 0) return said;
  throw new CommandRefused(`${said}\nBUT ${count(missing.length)} files of pictures are missing, the first of them ${missing[0]}.`);
}
