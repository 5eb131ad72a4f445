/** The front door of tonight's tale: one for each night, the same for everyone. */
import { sql } from 'kysely';
import { cardsByIds } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { NightTale, TonightView } from './contract.ts';
import { type KeptNight, keepNights, readNights } from './keep-nights.ts';
import { nightsFrom, readTimeZone, tonightOf } from './nights.ts';
import { openingOf } from './opening.ts';

export { chooseTale } from './choose-tale.ts';
export { nightEndpoints } from './night-endpoints.ts';
export { beginOf, nightsFrom } from './nights.ts';

/** Those shown below tonight's. */
const BEFORE = 7;
/** Of a text, enough for its opening. */
const READ = 1_500;

/** Tonight's tale with its opening, and those of the last week. Chooses it, where nobody has asked yet. */
export async function findTonight(db: Db, now = new Date()): Promise<TonightView> {
  const night = await tonightOf(db, now);
  const [kept] = await keepNights(db, [night], night);
  const former = (await readNights(db, nightsFrom(night, -BEFORE))).filter(({ isShown }) => isShown);
  const [[tonight], before, opening] = await Promise.all([
    withCards(db, kept ? [kept] : []),
    withCards(db, former),
    kept ? readOpening(db, kept.taleId) : '',
  ]);
  return { night, tale: tonight?.tale ?? null, opening, before };
}

/** Tonight's tale alone; null while the site has none. */
export async function findTonightsTale(db: Db, now = new Date()): Promise<NightTale | null> {
  const night = await tonightOf(db, now);
  const [tonight] = await withCards(db, await keepNights(db, [night], night));
  return tonight ?? null;
}

export type DatedNight = NightTale & { chosenAt: Date };

/** Tonight and the nights after it, `count` in all, each with its tale; chosen where nobody has asked yet. */
export async function comingNights(db: Db, count: number, now = new Date()): Promise<DatedNight[]> {
  const night = await tonightOf(db, now);
  return withCards(db, await keepNights(db, nightsFrom(night, count), night));
}

/** Tonight and the nights before it that had a tale, the last one first. `timeZone`: where nights begin at five. */
export async function pastNights(db: Db, count: number, now = new Date()): Promise<{ nights: DatedNight[]; timeZone: string }> {
  const night = await tonightOf(db, now);
  const tonight = await keepNights(db, [night], night);
  const before = (await readNights(db, nightsFrom(night, 1 - count))).filter(({ isShown }) => isShown);
  return { nights: await withCards(db, [...tonight, ...before]), timeZone: await readTimeZone(db) };
}

async function withCards(db: Db, nights: readonly KeptNight[]): Promise<DatedNight[]> {
  const cards = await cardsByIds(db, [...new Set(nights.map(({ taleId }) => taleId))]);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return nights.flatMap(({ night, taleId, chosenAt }) => {
    const tale = byId.get(taleId);
    return tale === undefined ? [] : [{ night, tale, chosenAt }];
  });
}

async function readOpening(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`select left(content_text, ${READ}) as text from tales where id = ${id}::uuid`.execute(db);
  return openingOf(rows[0]?.text ?? '');
}
