/** The front door of "How long have we got?": tales that fit into some minutes. */
import { cardsByIds } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { HowLongView } from './contract.ts';
import { fitOne, fitSets, sumOf } from './fit-tales.ts';
import { type HowLongQuery, MOST_CHOICES } from './how-long-query.ts';
import { listCandidates } from './list-candidates.ts';
import { USUAL } from './pace.ts';

const NOTHING: HowLongView = { tales: [], minutes: 0, pace: 0, choices: 0 };

/**
 * One tale or a set that fits. Who asks for another `choice` gets another one while there is one; the same question has the same answer
 * on one day. Tales in English, where one of them fits.
 */
export async function fitEvening(db: Db, query: HowLongQuery, now = new Date()): Promise<HowLongView> {
  const { minutes, what, how, choice } = query;
  const pace = query.pace ?? USUAL[how];
  if (minutes === null) return { ...NOTHING, pace };
  const candidates = await listCandidates(db, { ...query, minutes }, now.toISOString().slice(0, 10));
  const sets = what === 'set' ? fitSets(candidates, minutes, MOST_CHOICES) : [];
  // Where no two fit, one may.
  const choices = (sets.length > 0 ? sets : fitOne(candidates, minutes)).slice(0, MOST_CHOICES);
  const chosen = choices[(choice - 1) % choices.length] ?? [];
  const ids = chosen.map(({ id }) => id);
  const cards = new Map((await cardsByIds(db, ids)).map((card) => [card.id, card]));
  const tales = chosen.flatMap(({ id, minutes: own }) => {
    const tale = cards.get(id);
    return tale === undefined ? [] : [{ tale, minutes: own }];
  });
  return { tales, minutes: sumOf(tales), pace, choices: choices.length };
}
