/** Packs: tales to keep on a device at once, the same for everyone. */
import { searchTales } from '#src/features/search/search.ts';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import type { Db } from '#src/platform/db/db.ts';
import { urls } from '#src/urls.ts';
import { chooseEvenings, fillMinutes, minutesAloud } from './choose-tales.ts';
import type { Pack } from './contract.ts';
import { type Candidate, listByIds, listByLength } from './queries.ts';

export { offlineRoutes } from './routes.ts';

/** So many tales are looked at for a pack. */
const LOOKED_AT = 40;
/** Seven minutes aloud and more: what an evening takes. */
const EVENING_WORDS = 900;
const EVENINGS = 7;
/** Ten minutes aloud and more. */
const JOURNEY_WORDS = 1_300;
const JOURNEY_MINUTES = 120;
const SNOW = 'snow OR winter';
const SNOW_FOUND = 12;
const SNOW_MINUTES = 75;
const MOST = 12;

/** What a page takes beside its text, a drawn cover with those of its neighbours, and a picture of the library; measured, in bytes. */
const PAGE_BYTES = 24_000;
const COVERS_BYTES = 14_000;
const PICTURE_BYTES = 60_000;

/** The packs that have tales. Each looks at a few dozen of them, however many there are. */
export async function listPacks(db: Db): Promise<Pack[]> {
  const [evenings, long, snow] = await Promise.all([
    listByLength(db, EVENING_WORDS, LOOKED_AT),
    listByLength(db, JOURNEY_WORDS, LOOKED_AT),
    findSnow(db),
  ]);
  const packs = [
    pack('bedtimes', 'A week of bedtimes', 'Seven tales of an evening’s length, one for each night.', chooseEvenings(evenings, EVENINGS)),
    pack(
      'journey',
      'Long car journey',
      'About two hours to read aloud, for roads without end.',
      fillMinutes(long.toReversed(), JOURNEY_MINUTES, MOST),
    ),
    pack('snow', 'Snow day', 'Ice, frost and long nights, for a day when nobody goes out.', fillMinutes(snow, SNOW_MINUTES, MOST)),
  ];
  return packs.filter(({ tales }) => tales.length > 0);
}

/** Those that speak of it most. */
async function findSnow(db: Db): Promise<Candidate[]> {
  const query = parseBrowseQuery(new URLSearchParams({ q: SNOW }));
  const found = await searchTales(db, query, { size: SNOW_FOUND, hasPassages: false });
  const ids = found?.tales.map(({ id }) => id) ?? [];
  return (await listByIds(db, ids)).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

function pack(id: string, name: string, text: string, chosen: readonly Candidate[]): Pack {
  const tales = chosen.map((tale) => ({
    ...{ slug: tale.slug, title: tale.title, address: urls.tale(tale.slug) },
    ...{ minutes: minutesAloud(tale), bytes: PAGE_BYTES + COVERS_BYTES + tale.content + tale.pictures * PICTURE_BYTES },
  }));
  const sum = (of: 'minutes' | 'bytes') => tales.reduce((all, tale) => all + tale[of], 0);
  return { id, name, text, minutes: sum('minutes'), bytes: sum('bytes'), tales };
}
