/** The parts of a letter with their tales, as readers get them. */
import { cardsByIds } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { LetterSection, Part } from './contract.ts';
import { countNew } from './pick-tales.ts';

/**
 * Parts of one kind that follow each other, with those of their tales that are public. The last section of new tales says how many more were
 * published after `since`, up to `until`.
 */
export async function letterSections(
  db: Db,
  parts: readonly Part[],
  { since, until }: { since: Date; until: Date },
): Promise<LetterSection[]> {
  const ids = parts.map(({ taleId }) => taleId);
  const cards = new Map((await cardsByIds(db, ids, [])).map((card) => [card.id, card]));
  const sections: LetterSection[] = [];
  for (const { kind, taleId, note } of parts) {
    const tale = cards.get(taleId);
    if (tale === undefined) continue;
    const open = sections.at(-1);
    if (open?.kind === kind) open.tales.push({ tale, note });
    else sections.push({ kind, tales: [{ tale, note }], more: null });
  }
  const fresh = sections.findLast(({ kind }) => kind === 'new');
  if (fresh !== undefined) {
    const more = await countNew(db, { since, until, told: ids });
    if (more.count > 0) fresh.more = more;
  }
  return sections;
}

/** When the letter before the one of a moment went out: what came later was new to its readers. */
export async function sentBefore(db: Db, moment: Date): Promise<Date> {
  const { at } = await db
    .selectFrom('newsletter_issues')
    .select((eb) => eb.fn.max('sending_at').as('at'))
    .where('status', 'in', ['sending', 'sent'])
    .where('sending_at', '<', moment)
    .executeTakeFirstOrThrow();
  return at ?? new Date(0);
}
