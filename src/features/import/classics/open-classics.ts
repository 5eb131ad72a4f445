/** The books of the catalogue, fetched and opened one after the other. */
import type { BookFile } from '../list-files.ts';
import { type About, type Opened, openFile } from '../open-files.ts';
import { factsOf } from './classic-facts.ts';
import { type FetchOptions, fetchClassics } from './fetch-classic.ts';
import type { ClassicEntry } from './list-classics.ts';

/** Never throws for what is wrong with one book; what `fetchClassics` throws of the disk. */
export async function* openClassics(entries: readonly ClassicEntry[], fetching: FetchOptions, about: About): AsyncGenerator<Opened> {
  for await (const each of fetchClassics(entries, fetching)) {
    const { entry } = each;
    const file: BookFile = { path: '', name: `${entry.title} (${entry.id})`, size: 0 };
    if ('fault' in each) yield { file, failed: each.fault.message, columns: [] };
    else {
      const { path, bytes } = each.fetched;
      const facts = factsOf(entry);
      // With other facts a book gives other tales.
      yield await openFile({ ...file, path, size: bytes }, { ...about, how: `${about.how} ${JSON.stringify(facts)}` }, facts);
    }
  }
}
