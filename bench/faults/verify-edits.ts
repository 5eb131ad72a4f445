import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { htmlToText } from '#src/features/tale-html/plain-text.ts';
import { PARTIAL_FOLDER } from '#src/platform/objects/folder-store.ts';
import { widthsOf } from '#src/ui/picture.ts';
import { EXPECTED_FACET_COUNTS, STORED_FACET_COUNTS } from '#test/facet-counts.ts';
import { runSql } from '#test/sql.ts';
import type { SiteProcess } from '../site-process.ts';
import { fieldsOf, type Journal, type TaleEntry, type TaleState } from './edit-journal.ts';

type Row = Record<
  'id' | 'title' | 'excerpt' | 'content' | 'text' | 'cover' | 'author' | 'category' | 'age_band' | 'source' | 'status',
  string
> & {
  tags: string[];
  isBinned: boolean;
  version: number;
  revisions: number;
};

export type Verdict = { lost: string[]; half: string[]; strays: string[] };

/** Compares the journal with the database while no client writes. Afterwards the outcome of unconfirmed writes is known. */
export async function verifyEdits(
  { databaseUrl, dataDir }: Pick<SiteProcess, 'databaseUrl' | 'dataDir'>,
  journal: Journal,
): Promise<Verdict> {
  const lost = [
    ...(await checkTales(databaseUrl, journal)),
    ...(await checkFavorites(databaseUrl, journal)),
    ...(await checkSignUps(databaseUrl, journal)),
    ...(await checkImages(dataDir, journal)),
  ];
  const half: string[] = [];
  for (const [what, query] of Object.entries(INCONSISTENCIES)) {
    const rows = await runSql(databaseUrl, query);
    half.push(...rows.map((row) => `${what}: ${JSON.stringify(row)}`));
  }
  const [stored, expected] = [await runSql(databaseUrl, STORED_FACET_COUNTS), await runSql(databaseUrl, EXPECTED_FACET_COUNTS)];
  if (!isDeepStrictEqual(stored, expected)) half.push('the facet counts do not match the tales');
  return { lost, half, strays: await strayFolders(databaseUrl, dataDir) };
}

/** Queries that return inconsistent rows. */
const INCONSISTENCIES: Record<string, string> = {
  'a tale without its slug':
    'select id from tales t where not exists (select from tale_slugs s where s.slug = t.slug and s.tale_id = t.id)',
  'an action without its log entry, or vice versa': `select t.id from tales t where title like 'Fault %'
    and version <> (select count(*) from audit_log where subject_id = t.id::text)`,
  'a revision that is not older than the current version':
    'select tale_id from tale_revisions r join tales t on t.id = tale_id where r.version >= t.version',
  'image uses that do not match the tales': `
    with shown as (
      select t.id as tale_id, m.id as media_id, true as as_cover from tales t join media m on t.cover_image like '/media/' || m.hash || '-%'
      union select t.id, m.id, false from tales t join media m on t.content like '%src="/media/' || m.hash || '-%')
    (table shown except select tale_id, media_id, as_cover from media_uses)
    union all (select tale_id, media_id, as_cover from media_uses except table shown)`,
  'an email without its account': `select to_address from outbound_emails where to_address like 'fault-%' and to_address not in (select email from users)`,
  'an account without its password or its email': `select email from users p where email like 'fault-%'
    and (not exists (select from credentials where user_id = p.id) or not exists (select from outbound_emails where to_address = p.email))`,
};

async function checkTales(databaseUrl: string, journal: Journal): Promise<string[]> {
  const rows = await runSql<Row>(
    databaseUrl,
    `select t.id, t.title, t.excerpt, t.content, t.content_text as text, t.cover_image as cover, t.author, c.slug as category, t.age_band,
      t.source, t.status, t.deleted_at is not null as "isBinned", t.version,
      array(select slug from tale_categories join categories on categories.id = category_id where tale_id = t.id order by slug) as tags,
      (select count(*)::integer from tale_revisions where tale_id = t.id) as revisions
      from tales t join categories c on c.id = t.category_id where title like 'Fault %'`,
  );
  const byKey = Map.groupBy(rows, ({ title }) => /^Fault (c\d+t\d+)w/.exec(title)?.[1] ?? title);
  const wrong: string[] = [];
  for (const entry of journal.tales.values()) {
    const [row, second] = byKey.get(entry.key) ?? [];
    byKey.delete(entry.key);
    const fits = [entry.known, ...(entry.asked === undefined ? [] : [entry.asked])].find((state) => matches(row, state));
    if (fits === undefined || second !== undefined) wrong.push(`tale ${entry.key}: ${describe(entry, row)}`);
    entry.known = fits ?? null;
    entry.asked = undefined;
    if (row !== undefined) entry.id = row.id;
  }
  return [...wrong, ...[...byKey.keys()].map((key) => `tale ${key}: not requested by any client`)];
}

/** Returns whether all fields of the row equal the state. */
function matches(row: Row | undefined, state: TaleState | null): boolean {
  if (row === undefined || state === null) return row === undefined && state === null;
  const { content, cover_image, rights, tags, ...fields } = fieldsOf(state);
  const { status, isBinned, version, revisions } = state;
  const expected = {
    ...fields,
    cover: cover_image,
    status,
    isBinned,
    version,
    revisions,
    tags: tags.toSorted(),
    text: htmlToText(content),
  };
  return (
    Object.entries(expected).every(([name, value]) => isDeepStrictEqual(row[name as keyof Row], value)) && row.content.includes(cover_image)
  );
}

function describe({ known, asked }: TaleEntry, row: Row | undefined): string {
  const found = row && { title: row.title, status: row.status, isBinned: row.isBinned, version: row.version, revisions: row.revisions };
  return `known ${JSON.stringify(known)}, asked ${JSON.stringify(asked)}, found ${JSON.stringify(found)}`;
}

/** Favorites of deleted tales must be deleted too. */
async function checkFavorites(databaseUrl: string, { favorites }: Journal): Promise<string[]> {
  const rows = await runSql<{ key: string; is_on: boolean }>(databaseUrl, `select user_id || ' ' || tale_id as key, is_on from favorites`);
  const ids = await runSql<{ id: string }>(databaseUrl, 'select id from tales');
  const tales = new Set(ids.map(({ id }) => id));
  const stored = new Map(rows.map(({ key, is_on }) => [key, is_on]));
  const wrong: string[] = [];
  for (const [key, entry] of favorites) {
    const found = stored.get(key);
    const isGone = !tales.has(key.split(' ')[1] ?? '');
    const fits = isGone ? found === undefined : found === entry.known || (entry.asked !== undefined && found === entry.asked);
    if (!fits) wrong.push(`favourite ${key}: ${JSON.stringify(entry)}, found ${found}`);
    favorites.set(key, found === undefined ? {} : { known: found });
  }
  return wrong;
}

async function checkSignUps(databaseUrl: string, { signUps }: Journal): Promise<string[]> {
  const rows = await runSql<{ email: string }>(databaseUrl, 'select email from users');
  const there = new Set(rows.map(({ email }) => email));
  return [...signUps].filter(([email, isAnswered]) => isAnswered && !there.has(email)).map(([email]) => `sign-up ${email}`);
}

async function checkImages(dataDir: string, { pictures }: Journal): Promise<string[]> {
  const wrong: string[] = [];
  for (const address of pictures) if (!(await hasAllFiles(dataDir, path.basename(path.dirname(address))))) wrong.push(`picture ${address}`);
  return wrong;
}

async function hasAllFiles(dataDir: string, folder: string): Promise<boolean> {
  const files = new Set(await readdir(path.join(dataDir, 'media', folder)).catch(() => []));
  return filesOf(folder).every((file) => files.has(file));
}

function filesOf(folder: string): string[] {
  return widthsOf(Number(/-(\d+)x/.exec(folder)?.[1])).flatMap((width) => [`${width}.avif`, `${width}.webp`]);
}

/** Returns image folders without a row, which cleanup would never find. */
async function strayFolders(databaseUrl: string, dataDir: string): Promise<string[]> {
  const folders = await readdir(path.join(dataDir, 'media')).catch(() => []);
  const rows = await runSql<{ folder: string }>(databaseUrl, `select hash || '-' || width || 'x' || height as folder from media`);
  const known = new Set(rows.map(({ folder }) => folder));
  return folders.filter((folder) => folder !== PARTIAL_FOLDER && !known.has(folder));
}

/** Ages partial files by two hours. */
export async function agePartialFiles(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, 'media', PARTIAL_FOLDER);
  const before = new Date(Date.now() - 2 * 60 * 60_000);
  for (const name of await readdir(folder).catch(() => [])) await utimes(path.join(folder, name), before, before);
}

/** Returns files that do not belong to a complete image. */
export async function listLeftFiles(dataDir: string): Promise<string[]> {
  const folders = await readdir(path.join(dataDir, 'media')).catch(() => []);
  const left = folders.map(async (folder) => {
    const files = await readdir(path.join(dataDir, 'media', folder));
    if (folder === PARTIAL_FOLDER) return files;
    return files.filter((file) => !filesOf(folder).includes(file)).map((file) => `${folder}/${file}`);
  });
  return (await Promise.all(left)).flat();
}
