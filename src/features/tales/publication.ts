/** What happens to a tale when it is published: whether it may be, and from when. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '#src/platform/db/schema.gen.ts';
import type { TaleProblems } from './tale-input.ts';

/** What is judged. `content` is clean HTML. */
export type Publication = { content: string; source: string; retold_from: string; rights: string };

/** Says what keeps a tale from readers, by field; nothing when it may be published. */
export type Judge = (trx: Transaction<Database>, tale: Publication) => Promise<TaleProblems>;

type Given = Partial<Record<keyof Publication, string | undefined>> & {
  status?: 'draft' | 'published' | undefined;
  publish_date?: Date | undefined;
};
type Old = { id: string; status: string; publish_date: Date; is_dated: boolean };
type Dates = { publish_date: Date | RawBuilder<Date> | undefined; is_dated?: boolean };

/**
 * What keeps a tale from being published or scheduled, where the change `given` does that; undefined when nothing does. A scheduled tale is
 * judged at each change until its date: readers do not see it yet.
 */
export async function findRefusal(
  trx: Transaction<Database>,
  { judge, given, old }: { judge: Judge | undefined; given: Given; old?: Old },
): Promise<TaleProblems | undefined> {
  const isPublic = old?.status === 'published' && old.publish_date <= new Date();
  if (judge === undefined || (given.status ?? old?.status) !== 'published' || isPublic) return undefined;
  const was = old && (await readPublication(trx, old.id));
  const field = (name: keyof Publication) => given[name] ?? was?.[name] ?? '';
  const problems = await judge(trx, {
    content: field('content'),
    source: field('source'),
    retold_from: field('retold_from'),
    rights: field('rights'),
  });
  return Object.keys(problems).length > 0 ? problems : undefined;
}

/** A tale that is published for the first time without a date set by hand appears now; a date that comes back as it was is not set. */
export function datesOf(given: Given, old?: Old): Dates {
  const day = given.publish_date;
  if (day !== undefined && day.getTime() !== old?.publish_date.getTime()) return { publish_date: day, is_dated: true };
  const isPublished = (given.status ?? old?.status) === 'published';
  return old?.is_dated || !isPublished ? { publish_date: undefined } : { publish_date: sql<Date>`now()`, is_dated: true };
}

function readPublication(trx: Transaction<Database>, id: string): Promise<Publication> {
  const tales = trx.selectFrom('tales').select(['content', 'source', 'retold_from', 'rights']).where('id', '=', id);
  return tales.executeTakeFirstOrThrow();
}
