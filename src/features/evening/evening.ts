/** The front door of "How long have we got?": tales that fit into some minutes. */
import { MINUTES } from '#src/features/tales/browse-query.ts';
import { cardsByIds } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { HowLongView } from './contract.ts';
import { fitOne, fitSets, sumOf } from './fit-tales.ts';
import { type HowLongQuery, MOST_CHOICES, writeHowLong } from './how-long-query.ts';
import { listCandidates } from './list-candidates.ts';
import { USUAL } from './pace.ts';

const NOTHING: HowLongView = { tales: [], minutes: 0, pace: 0, choices: 0, loosened: [] };

/**
 * One tale or a set that fits. Who asks for another `choice` gets another one while there is one; the same question has the same answer
 * on one day. Tales in English, where one of them fits.
 */
export async function fitEvening(db: Db, query: HowLongQuery, now = new Date()): Promise<HowLongView> {
  const { minutes, what, how, choice } = query;
  const pace = query.pace ?? USUAL[how];
  if (minutes === null) return { ...NOTHING, pace };
  const day = now.toISOString().slice(0, 10);
  const candidates = await listCandidates(db, { ...query, minutes }, day);
  const sets = what === 'set' ? fitSets(candidates, minutes, MOST_CHOICES) : [];
  // Where no two fit, one may.
  const choices = (sets.length > 0 ? sets : fitOne(candidates, minutes)).slice(0, MOST_CHOICES);
  if (choices.length === 0) return { ...NOTHING, pace, loosened: await listLoosened(db, query, day) };
  const chosen = choices[(choice - 1) % choices.length] ?? [];
  const ids = chosen.map(({ id }) => id);
  const cards = new Map((await cardsByIds(db, ids)).map((card) => [card.id, card]));
  const tales = chosen.flatMap(({ id, minutes: own }) => {
    const tale = cards.get(id);
    return tale === undefined ? [] : [{ tale, minutes: own }];
  });
  return { tales, minutes: sumOf(tales), pace, choices: choices.length, loosened: [] };
}

/** The questions with one wish less that something fits: of any age, read silently, with more minutes. If there is none, the one without any. */
async function listLoosened(db: Db, query: HowLongQuery, day: string): Promise<string[]> {
  const asked: HowLongQuery = { ...query, choice: 1 };
  const fits = async ({ minutes, ...rest }: HowLongQuery) =>
    minutes !== null && fitOne(await listCandidates(db, { ...rest, minutes, what: 'one' }, day), minutes).length > 0;
  const silently: HowLongQuery = { ...asked, how: 'silent', pace: null };
  const longer = MINUTES.filter((minutes) => minutes > (query.minutes ?? 0)).map((minutes) => ({ ...asked, minutes }));
  const found: HowLongQuery[] = [];
  if (query.age.length > 0 && (await fits({ ...asked, age: [] }))) found.push({ ...asked, age: [] });
  if (query.how === 'aloud' && (await fits(silently))) found.push(silently);
  for (const more of longer) {
    if (!(await fits(more))) continue;
    found.push(more);
    break;
  }
  const widest: HowLongQuery = { ...silently, age: [], minutes: MINUTES.at(-1) ?? null };
  if (found.length === 0 && (await fits(widest))) found.push(widest);
  return found.map(writeHowLong);
}
