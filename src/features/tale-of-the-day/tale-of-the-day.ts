/** Tale of the day: one tale per night, the same for everyone. A night is named by the date on which it begins. */
import { sql } from 'kysely';
import { addDays, localDay, readSchedule, toInstant } from '#src/features/newsletter/newsletter.ts';
import { type CardRow, cardColumns, cardsByIds, cardTables, isPublic, toCard } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { transact } from '#src/platform/db/transact.ts';
import { chooseTale } from './choose-tale.ts';
import type { NightTale, TaleOfTheDayView } from './contract.ts';

/** Nights listed below tonight's tale. */
const PAST_NIGHTS = 7;
/** Characters of the text read for the opening. */
const OPENING_SOURCE_CHARS = 1_500;

/** Returns tonight's tale with its opening, and those of the last week. Chooses tonight's tale on first request. */
export async function getTaleOfTheDay(db: Db, now = new Date()): Promise<TaleOfTheDayView> {
  const night = await currentNight(db, now);
  const [chosen] = await ensureNights(db, [night], night);
  const former = (await readNights(db, nightsFrom(night, -PAST_NIGHTS))).filter(({ isShown }) => isShown);
  const [[tonight], before, opening] = await Promise.all([
    withCards(db, chosen ? [chosen] : []),
    withCards(db, former),
    chosen ? readOpening(db, chosen.taleId) : '',
  ]);
  return { night, tale: tonight?.tale ?? null, opening, before };
}

/** Returns tonight's tale; null while the site has no tales. Chooses it on first request. */
export async function findTaleOfTheDay(db: Db, now = new Date()): Promise<NightTale | null> {
  // Mostly chosen already: the time zone and the nights that it may be now, in one statement.
  const { rows } = await sql<{ timeZone: string } & (({ chosenNight: string } & CardRow) | { chosenNight: null })>`
    select s.time_zone as "timeZone", chosen.* from newsletter_schedule s left join (
      select night as "chosenNight", ${cardColumns} from (
        select night, tale_id from daily_tales
        where night between ${now}::timestamptz::date - 2 and ${now}::timestamptz::date + 2 order by night limit 5
      ) d join (${cardTables}) on t.id = d.tale_id
      where ${isPublic}
    ) chosen on true ${preparedStatement}`.execute(db);
  const night = nightAt(now, rows[0]?.timeZone ?? 'UTC');
  const chosen = rows.find(({ chosenNight }) => chosenNight === night);
  if (chosen !== undefined && chosen.chosenNight !== null) return { night, tale: toCard(chosen) };
  const [tonight] = await withCards(db, await ensureNights(db, [night], night));
  return tonight === undefined ? null : { night, tale: tonight.tale };
}

export type DatedNight = NightTale & { chosenAt: Date };

/** Returns `count` nights from tonight on with their tales, choosing missing ones. */
export async function upcomingNights(db: Db, count: number, now = new Date()): Promise<DatedNight[]> {
  const night = await currentNight(db, now);
  return withCards(db, await ensureNights(db, nightsFrom(night, count), night));
}

/** Returns tonight and earlier nights that had a tale, newest first. `timeZone`: the zone in which nights begin at 05:00. */
export async function pastNights(db: Db, count: number, now = new Date()): Promise<{ nights: DatedNight[]; timeZone: string }> {
  const night = await currentNight(db, now);
  const tonight = await ensureNights(db, [night], night);
  const before = (await readNights(db, nightsFrom(night, 1 - count))).filter(({ isShown }) => isShown);
  return { nights: await withCards(db, [...tonight, ...before]), timeZone: await readTimeZone(db) };
}

async function withCards(db: Db, nights: readonly StoredNight[]): Promise<DatedNight[]> {
  const cards = await cardsByIds(db, [...new Set(nights.map(({ taleId }) => taleId))]);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return nights.flatMap(({ night, taleId, chosenAt }) => {
    const tale = byId.get(taleId);
    return tale === undefined ? [] : [{ night, tale, chosenAt }];
  });
}

async function readOpening(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{
    text: string;
  }>`select left(content_text, ${OPENING_SOURCE_CHARS}) as text from tales where id = ${id}::uuid`.execute(db);
  return openingText(rows[0]?.text ?? '');
}

/** `isShown`: the tale is public now. */
export type StoredNight = { night: string; taleId: string; isByHand: boolean; isShown: boolean; chosenAt: Date };

/**
 * Returns the stored tales of these nights in order, choosing those that are missing or no longer public. Nights without a public tale are
 * omitted. Safe under concurrent calls.
 */
export async function ensureNights(db: Db, nights: readonly string[], tonight: string): Promise<StoredNight[]> {
  const stored = await readNights(db, nights);
  const missing = listMissing(nights, stored, tonight);
  const all = missing.length === 0 ? stored : await transact(db, (trx) => chooseMissing(trx, nights, tonight));
  return all.filter(({ isShown }) => isShown);
}

/** Reads the stored tales of these nights, in order. */
export async function readNights(db: Db, nights: readonly string[]): Promise<StoredNight[]> {
  const { rows } = await sql<StoredNight>`
    select night, tale_id as "taleId", is_manual as "isByHand", ${isPublic} as "isShown", chosen_at as "chosenAt"
    from daily_tales join tales t on t.id = tale_id
    where night = any(${nights}::date[]) order by array_position(${nights}::date[], night) ${preparedStatement}`.execute(db);
  return rows;
}

/** Serializes choices, so that no two nights get the same tale. */
export async function lockNights(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7412036)`.execute(trx);
}

async function chooseMissing(trx: Db, nights: readonly string[], tonight: string): Promise<StoredNight[]> {
  await lockNights(trx);
  for (const night of listMissing(nights, await readNights(trx, nights), tonight)) {
    const tale = await chooseTale(trx, night);
    if (tale === undefined) continue;
    await sql`insert into daily_tales (night, tale_id) values (${night}::date, ${tale}::uuid)
      on conflict (night) do update set tale_id = excluded.tale_id, is_manual = false, chosen_at = now()`.execute(trx);
  }
  return readNights(trx, nights);
}

/** Lists nights to choose a tale for. A manual choice for a future night stays even if its tale is not yet public. */
function listMissing(nights: readonly string[], stored: readonly StoredNight[], tonight: string): string[] {
  const stays = ({ isShown, isByHand, night }: StoredNight) => isShown || (isByHand && night > tonight);
  const settled = new Set(stored.filter(stays).map(({ night }) => night));
  return nights.filter((night) => !settled.has(night));
}

const NIGHT_ENDS_HOUR = 5;

/** Returns the night at a moment, as 2026-11-22. Before 05:00 it is still the night of the previous day. */
export function nightAt(moment: Date, timeZone: string): string {
  const day = localDay(moment, timeZone);
  return moment < toInstant(day, NIGHT_ENDS_HOUR, timeZone) ? addDays(day, -1) : day;
}

/** Returns the moment at which a night begins. */
export function nightStart(night: string, timeZone: string): Date {
  return toInstant(night, NIGHT_ENDS_HOUR, timeZone);
}

/** Returns `count` nights from `night` on; a negative count returns the nights before it, newest first. */
export function nightsFrom(night: string, count: number): string[] {
  return Array.from({ length: Math.abs(count) }, (_, n) => addDays(night, count < 0 ? -1 - n : n));
}

/** Returns the time zone of the newsletter schedule, which nights share. */
export async function readTimeZone(db: Db): Promise<string> {
  return (await readSchedule(db)).time_zone;
}

export async function currentNight(db: Db, now = new Date()): Promise<string> {
  return nightAt(now, await readTimeZone(db));
}

const MAX_OPENING_CHARS = 420;
/** End of a sentence including closing quotation marks. */
const SENTENCE_END = /[.!?…]["”’»)]*(?=\s|$)/gu;

/** Returns the first whole sentences, up to 420 characters; a longer first sentence is cut at a word. */
export function openingText(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= MAX_OPENING_CHARS) return plain;
  const ends = [...plain.slice(0, MAX_OPENING_CHARS).matchAll(SENTENCE_END)];
  const last = ends.at(-1);
  if (last !== undefined) return plain.slice(0, last.index + last[0].length);
  return `${plain.slice(0, plain.slice(0, MAX_OPENING_CHARS).lastIndexOf(' '))} …`;
}
