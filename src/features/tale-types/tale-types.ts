/** Tale types: all versions of a tale, and up to three of them beside each other. Front door of the feature. */
import { type RawBuilder, sql } from 'kysely';
import { htmlToText } from '#src/features/tale-html/plain-text.ts';
import { findTaleTypeGroup, hasSeveralTales, isPublic, newestTales, taleRecordsBySlugs } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { ComparedTale, ComparisonQuery, TaleTypeView, TaleVersion } from './contract.ts';

const PAGE = 24;
/** Versions to choose from. */
const MAX_OPTIONS = 60;
const NUMBER = /^[1-9]\d{0,3}$/;
/** The last number of the index. */
const LAST_NUMBER = 2_399;

type Query = { after: string; comparison: ComparisonQuery | null };
type Option = { slug: string; title: string; origin: string; language: string; type: string };

/**
 * Finds the public tales of a type, newest first, and with `comparison` up to three of them. Null if there are none.
 * @throws AppError 400 for an invalid cursor
 */
export async function findTaleType(db: Db, numberText: string, { after, comparison }: Query): Promise<TaleTypeView | null> {
  if (!NUMBER.test(numberText)) return null;
  const number = Number(numberText);
  const { tales, next } = await newestTales(db, isOfType(number), after, PAGE);
  if (tales.length === 0) return null;
  const name = TALE_TYPE_NAMES[number] ?? `ATU ${number}`;
  const group = findTaleTypeGroup(`ATU ${number}`);
  const compared = comparison && (await compare(db, number, comparison));
  return {
    number,
    title: compared ? `Compare versions of ${compared.versions[0]?.title}` : `Versions of ${name}`,
    name,
    description: group === undefined ? '' : `Tales of ${group.description}.`,
    tales: await withOrigins(db, tales),
    next,
    comparison: compared,
  };
}

/** Numbers of the types with several public tales, for the sitemap: one index look-up per number. */
export async function listTypesWithVersions(db: Db): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from generate_series(1, ${LAST_NUMBER}::integer) number where ${hasSeveralTales(sql`number`)} order by number`.execute(
    db,
  );
  return rows.map(({ number }) => number);
}

/** Condition on `tales t` with the index tales_by_type_number. */
function isOfType(number: number): RawBuilder<boolean> {
  return sql<boolean>`(t.tale_type <> '' and tale_type_number(t.tale_type) = ${number}::integer)`;
}

async function withOrigins(db: Db, tales: Omit<TaleVersion, 'origin'>[]): Promise<TaleVersion[]> {
  const ids = tales.map(({ id }) => id);
  const rows = await db.selectFrom('tales').select(['id', 'origin']).where('id', 'in', ids).execute();
  const origins = new Map(rows.map(({ id, origin }) => [id, origin]));
  return tales.map((tale) => ({ ...tale, origin: origins.get(tale.id) ?? '' }));
}

async function compare(db: Db, number: number, query: ComparisonQuery): Promise<NonNullable<TaleTypeView['comparison']>> {
  const options = await listOptions(db, number, [query.first, query.second, query.third]);
  const records = await taleRecordsBySlugs(db, chooseVersions(options, query), { withContent: true });
  return {
    versions: records.map(({ author, retoldFrom, source, content, ...tale }): ComparedTale => {
      const { slug, title, language, origin, taleType, ageBand, readTime, aloudTime, motifs, questions } = tale;
      return {
        ...{ slug, title, language, origin, taleType, ageBand, readTime, aloudTime, motifs, questions },
        author: author.name,
        source: retoldFrom || source,
        ...excerptsOf(content),
      };
    }),
    options: options.map(({ slug, title, origin }) => ({ slug, title, origin })),
  };
}

/** The newest versions, and those requested. */
async function listOptions(db: Db, number: number, slugs: string[]): Promise<Option[]> {
  const { rows } = await sql<Option>`
    with requested as materialized (select * from tales where slug = any(${slugs}::text[]))
    select t.slug, t.title, t.origin, t.language, t.tale_type as type from tales t where t.id in (
      (select t.id from tales t where ${isOfType(number)} and ${isPublic} order by t.publish_date desc, t.id desc limit ${MAX_OPTIONS})
      union (select t.id from requested t where ${isOfType(number)} and ${isPublic}))
    order by t.title, t.id`.execute(db);
  return rows;
}

/** Returns one to three slugs. Automatic ones have the language and subtype of the first version and other origins, if possible. */
export function chooseVersions(options: readonly Option[], { first, second, third }: ComparisonQuery): string[] {
  const chosen: Option[] = [];
  const open = [second, third].filter((slug) => slug !== 'none');
  const find = (slug: string) => options.find((option) => option.slug === slug && !chosen.includes(option));
  const add = (option: Option | undefined) => option && chosen.push(option);
  add(find(first) ?? options[0]);
  for (const slug of open) add(find(slug));
  // An unknown version, such as one that was unpublished, is replaced, too.
  while (chosen.length < Math.min(open.length + 1, options.length)) add(bestOf(options, chosen));
  return chosen.map(({ slug }) => slug);
}

function bestOf(options: readonly Option[], chosen: readonly Option[]): Option | undefined {
  const [first] = chosen;
  const score = ({ language, type, origin }: Option) =>
    3 * Number(language === first?.language) + Number(type === first?.type) + Number(!chosen.some((other) => other.origin === origin));
  return options.filter((option) => !chosen.includes(option)).toSorted((a, b) => score(b) - score(a))[0];
}

/** Characters of an excerpt: sentences are added up to the first limit; a longer one is cut at the second. */
const ENOUGH = 160;
const MAX = 320;
/** Only this part of a long text is split into sentences. */
const READ = 3_000;
const FOOTNOTES = /<section[^>]* id="t-footnotes"[\s\S]*$/;
const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });

/** Returns the first and the last sentences of sanitized HTML, without footnotes. */
export function excerptsOf(html: string): { opening: string; ending: string } {
  const text = htmlToText(html.replace(FOOTNOTES, '')).replace(/\s+/g, ' ');
  const first = split(text.slice(0, READ));
  // A long text starts within a sentence here.
  const last = split(text.slice(-READ)).slice(text.length > READ ? 1 : 0);
  return { opening: cutEnd(take(first).join(' ')), ending: cutStart(take(last.toReversed()).toReversed().join(' ')) };
}

function split(text: string): string[] {
  return Array.from(sentences.segment(text), ({ segment }) => segment.trim()).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function take(all: readonly string[]): string[] {
  const taken: string[] = [];
  for (const sentence of all) {
    const length = taken.join(' ').length;
    if (length >= ENOUGH || (length > 0 && length + sentence.length > MAX)) break;
    taken.push(sentence);
  }
  return taken;
}

function cutEnd(text: string): string {
  return text.length <= MAX ? text : `${text.slice(0, MAX).replace(/\s+\S*$/, '')} …`;
}

function cutStart(text: string): string {
  return text.length <= MAX ? text : `… ${text.slice(-MAX).replace(/^\S*\s+/, '')}`;
}

/** Well-known names of tale types, by number of the Aarne–Thompson–Uther index. */
const TALE_TYPE_NAMES: Readonly<Record<number, string>> = {
  1: 'The fox steals the fish',
  15: 'The fox as godfather',
  91: 'The monkey’s heart',
  122: 'The wolf loses his prey',
  123: 'The wolf and the kids',
  124: 'The three little pigs',
  130: 'The town musicians',
  210: 'The animals on a journey',
  300: 'The dragon slayer',
  303: 'The twin brothers',
  306: 'The danced-out shoes',
  310: 'Rapunzel',
  311: 'The sister who rescues her sisters',
  312: 'Bluebeard',
  313: 'The magic flight',
  325: 'The magician and his pupil',
  326: 'The youth who wanted to learn what fear is',
  327: 'Hansel and Gretel',
  328: 'Jack and the beanstalk',
  330: 'The smith and the devil',
  331: 'The spirit in the bottle',
  332: 'Godfather Death',
  333: 'Little Red Riding Hood',
  400: 'The lost wife',
  402: 'The animal bride',
  408: 'The three oranges',
  410: 'Sleeping Beauty',
  425: 'The lost husband',
  432: 'The prince as bird',
  440: 'The frog prince',
  450: 'Little brother and little sister',
  451: 'The seven brothers',
  480: 'The kind and the unkind girls',
  500: 'Rumpelstiltskin',
  501: 'The three spinners',
  503: 'The gifts of the little people',
  510: 'Cinderella',
  513: 'The extraordinary companions',
  530: 'The glass mountain',
  533: 'The goose girl',
  545: 'Puss in Boots',
  550: 'The firebird',
  551: 'The water of life',
  555: 'The fisherman and his wife',
  560: 'The magic ring',
  561: 'Aladdin',
  562: 'The tinderbox',
  563: 'The wishing table',
  565: 'The magic mill',
  575: 'The magic horse',
  675: 'The lazy boy',
  700: 'Tom Thumb',
  704: 'The princess and the pea',
  706: 'The maiden without hands',
  709: 'Snow White',
  720: 'The juniper tree',
  726: 'The three old men',
  750: 'The three wishes',
  922: 'The king and the abbot',
  954: 'Ali Baba and the forty thieves',
  1640: 'The brave little tailor',
  2025: 'The runaway pancake',
  2044: 'The enormous turnip',
};
