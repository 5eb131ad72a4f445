/** Finds tales, or sets of tales, that fit into a given time. */

import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { DEFAULT_SPEED } from '#src/features/reading/text/reading-speed.ts';
import { MINUTES } from '#src/features/tales/browse-query.ts';
import { CALM, cardsByIds, type FacetGroups, facetCondition, isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { TaleFinderView } from './contract.ts';
import { MAX_CHOICES, type TaleFinderQuery, writeFinderQuery } from './finder-query.ts';

const MIN_SET = 2;
const MAX_SET = 5;

/** A single tale should fill at least this share of the time, if any does. */
const MIN_SHARE = 0.6;

/** Preferred number of minutes per tale in a set. */
const MINUTES_PER_TALE = 6;
const DARK = 'dark';

const EMPTY_VIEW: TaleFinderView = { tales: [], minutes: 0, pace: 0, choices: 0, loosened: [] };

/**
 * Returns one tale or a set that fits. `choice` selects among the possible results; results are stable within a UTC day. English tales are
 * preferred when one fits.
 */
export async function findFittingTales(db: Db, query: TaleFinderQuery, now = new Date()): Promise<TaleFinderView> {
  const { minutes, what, how, choice } = query;
  const pace = query.pace ?? DEFAULT_SPEED[how];
  if (minutes === null) return { ...EMPTY_VIEW, pace };
  const day = now.toISOString().slice(0, 10);
  const candidates = await listCandidates(db, { ...query, minutes }, day);
  const sets = what === 'set' ? fitSets(candidates, minutes, MAX_CHOICES) : [];
  // Fall back to a single tale when no two fit together.
  const choices = (sets.length > 0 ? sets : fitSingle(candidates, minutes)).slice(0, MAX_CHOICES);
  if (choices.length === 0) return { ...EMPTY_VIEW, pace, loosened: await listLoosened(db, query, day) };
  const chosen = choices[(choice - 1) % choices.length] ?? [];
  const ids = chosen.map(({ id }) => id);
  const cards = new Map((await cardsByIds(db, ids)).map((card) => [card.id, card]));
  const tales = chosen.flatMap(({ id, minutes: own }) => {
    const tale = cards.get(id);
    return tale === undefined ? [] : [{ tale, minutes: own }];
  });
  return { tales, minutes: totalMinutes(tales), pace, choices: choices.length, loosened: [] };
}

/** Returns relaxed queries with results: any age, scary ones too, silent reading, more minutes; or all of these when none helps alone. */
async function listLoosened(db: Db, query: TaleFinderQuery, day: string): Promise<string[]> {
  const first: TaleFinderQuery = { ...query, choice: 1 };
  const fits = async ({ minutes, ...rest }: TaleFinderQuery) =>
    minutes !== null && fitSingle(await listCandidates(db, { ...rest, minutes, what: 'one' }, day), minutes).length > 0;
  const silently: TaleFinderQuery = { ...first, how: 'silent', pace: null };
  const longer = MINUTES.filter((minutes) => minutes > (query.minutes ?? 0)).map((minutes) => ({ ...first, minutes }));
  const found: TaleFinderQuery[] = [];
  if (query.age.length > 0 && (await fits({ ...first, age: [] }))) found.push({ ...first, age: [] });
  if (query.calm && (await fits({ ...first, calm: false }))) found.push({ ...first, calm: false });
  if (query.how === 'aloud' && (await fits(silently))) found.push(silently);
  for (const more of longer) {
    if (!(await fits(more))) continue;
    found.push(more);
    break;
  }
  const widest: TaleFinderQuery = { ...silently, age: [], calm: false, minutes: MINUTES.at(-1) ?? null };
  if (found.length === 0 && (await fits(widest))) found.push(widest);
  return found.map(writeFinderQuery);
}

/** Sampled lengths, and tales read on either side of each: a fixed cost whatever the size of the library. */
const POINTS = 8;
const PER_SIDE = 60;

/** Rows scanned per side when filtering by facets, which the length index does not cover. */
const MAX_SCANNED = 300;
const MAX_BY_FACETS = 1_000;

/** Minimum share of the time for a single tale, if any tale qualifies. */
const MIN_SINGLE_SHARE = 0.6;

type CandidateQuery = Pick<TaleFinderQuery, 'how' | 'what' | 'age' | 'calm' | 'pace'> & { minutes: number };

/** Word counts, inclusive. */
type WordRange = { min: number; max: number };

/** Returns tales of various lengths that may fit, in an order determined by `seed`; only English ones if there are any. */
async function listCandidates(db: Db, query: CandidateQuery, seed: string): Promise<Candidate[]> {
  const max = query.minutes * (query.pace ?? DEFAULT_SPEED[query.how]);
  const any = { min: 1, max };
  const ranges = query.what === 'one' ? [{ min: Math.ceil(max * MIN_SINGLE_SHARE), max }, any] : [any];
  const other: CandidateRow[] = [];
  for (const range of ranges) {
    const found = await selectCandidates(db, query, seed, nearLengths(range, query, seed));
    const fitting = found.filter(({ minutes }) => minutes <= query.minutes);
    const english = fitting.filter(isEnglish);
    if (english.length > 0) return english;
    if (other.length === 0) other.push(...fitting);
  }
  const groups = facetGroups(query);
  if (other.length > 0 || Object.keys(groups).length === 0) return other;
  // Few tales may have these facets: search by their index instead.
  const rare = await selectCandidates(db, query, seed, withFacets(any, groups));
  return rare.some(isEnglish) ? rare.filter(isEnglish) : rare;
}

type CandidateRow = Candidate & { language: string };

function isEnglish({ language }: CandidateRow): boolean {
  return language.startsWith('en');
}

const columns = sql`t.id, t.words, t.minutes, t.category_id, t.language, t.facets`;

function facetGroups({ age, calm }: CandidateQuery): FacetGroups {
  return { ...(age.length > 0 && { g: age.map((band) => `g:${band}`) }), ...(calm && { s: [CALM] }) };
}

async function selectCandidates(db: Db, { how, pace }: CandidateQuery, seed: string, source: RawBuilder<unknown>): Promise<CandidateRow[]> {
  // At the default speed, use the stored minutes, which an editor may have set, as cards do.
  const minutes = how === 'silent' && pace === null ? sql`t.minutes` : sql`ceil(t.words / ${pace ?? DEFAULT_SPEED[how]}::numeric)::integer`;
  const { rows } = await sql<CandidateRow>`
    select distinct md5(${seed}::text || t.id::text) as place, t.id, ${minutes} as minutes, c.slug as category, t.language
    from (${source}) t join categories c on c.id = t.category_id order by place`.execute(db);
  return rows;
}

/** Selects tales near lengths spread over the range. */
function nearLengths({ min, max }: WordRange, query: CandidateQuery, seed: string): RawBuilder<unknown> {
  const step = (max - min) / POINTS;
  const points = Array.from({ length: POINTS }, (_, n) => Math.round(min + step * (n + fractionOf(`${seed} ${n}`))));
  const groups = facetGroups(query);
  const within = sql`${isPublic} and t.words between ${min} and ${max}`;
  const side = (words: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
    Object.keys(groups).length === 0
      ? sql`(select ${columns} from tales t where ${within} and ${words} order by ${order} limit ${PER_SIDE})`
      : sql`(select * from (select ${columns} from tales t where ${within} and ${words} order by ${order} limit ${MAX_SCANNED}) t
          where ${facetCondition(sql`t.facets`, groups)} limit ${PER_SIDE})`;
  return sql`select near.* from unnest(${points}::integer[]) point cross join lateral (
      ${side(sql`t.words >= point`, sql`t.words, t.id`)} union all ${side(sql`t.words < point`, sql`t.words desc, t.id desc`)}) near`;
}

/** Selects with the facet index. */
function withFacets({ min, max }: WordRange, groups: FacetGroups): RawBuilder<unknown> {
  return sql`select ${columns} from tales t where ${isPublic} and ${facetCondition(sql`t.facets`, groups)}
    and t.words between ${min} and ${max} limit ${MAX_BY_FACETS}`;
}

/** Returns a deterministic number in [0, 1). */
function fractionOf(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32;
}

/* Selects tales that fit into a number of minutes. Pure functions. */

/** `minutes`: whole minutes at the requested speed. */
export type Candidate = { id: string; minutes: number; category: string };

/** Returns single-tale results: tales that fill most of the time in candidate order, else all that fit, longest first. */
export function fitSingle(candidates: readonly Candidate[], minutes: number): Candidate[][] {
  const fitting = candidates.filter((tale) => tale.minutes <= minutes);
  const long = fitting.filter((tale) => tale.minutes >= minutes * MIN_SHARE);
  return (long.length > 0 ? long : fitting.toSorted((a, b) => b.minutes - a.minutes)).map((tale) => [tale]);
}

/**
 * Returns up to `count` distinct sets of 2 to 5 tales within `minutes`, each starting from another candidate. Prefers different categories;
 * orders dark tales first and the shortest last. Empty when no two tales fit.
 */
export function fitSets(candidates: readonly Candidate[], minutes: number, count: number): Candidate[][] {
  const fitting = candidates.filter((tale) => tale.minutes <= minutes);
  const sets = new Map<string, Candidate[]>();
  for (const first of fitting) {
    if (sets.size >= count) break;
    const set = fillSet([first], fitting, minutes);
    if (set.length < MIN_SET) continue;
    const key = set
      .map(({ id }) => id)
      .toSorted()
      .join();
    if (!sets.has(key)) sets.set(key, set.toSorted(compareForBedtime));
  }
  return [...sets.values()];
}

/** Fills the set greedily with the tale closest to an even share of the remaining time. */
function fillSet(set: Candidate[], all: readonly Candidate[], minutes: number): Candidate[] {
  const wanted = Math.min(MAX_SET, Math.max(MIN_SET, Math.round(minutes / MINUTES_PER_TALE)));
  for (;;) {
    const left = minutes - totalMinutes(set);
    const share = left / Math.max(1, wanted - set.length);
    const next = set.length < MAX_SET ? findNearest(all, set, { left, share }) : undefined;
    if (next === undefined) return set;
    set.push(next);
  }
}

function findNearest(all: readonly Candidate[], set: readonly Candidate[], { left, share }: { left: number; share: number }) {
  const used = new Set(set.map(({ category }) => category));
  let best: { tale: Candidate; cost: number } | undefined;
  for (const tale of all) {
    if (tale.minutes > left || set.includes(tale)) continue;
    // A new category outweighs a deviation of 1.5 minutes.
    const cost = Math.abs(tale.minutes - share) + (used.has(tale.category) ? 1.5 : 0);
    if (best === undefined || cost < best.cost) best = { tale, cost };
  }
  return best?.tale;
}

function compareForBedtime(a: Candidate, b: Candidate): number {
  return Number(b.category === DARK) - Number(a.category === DARK) || b.minutes - a.minutes;
}

export function totalMinutes(tales: readonly Pick<Candidate, 'minutes'>[]): number {
  return tales.reduce((sum, { minutes }) => sum + minutes, 0);
}
