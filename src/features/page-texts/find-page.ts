import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import type { ManagedPage, PageRow, PageText, PageVersions, PageVersionText } from './contract.ts';
import { defaultText } from './default-texts.ts';
import { PAGE_NAMES, type PageName } from './page-names.ts';

const PAGE = 50;

type Row = {
  name: PageName;
  version: number;
  title: string | null;
  markdown: string | null;
  html: string | null;
  saved_at: Date;
  by: string | null;
};

/** The text as readers see it; null for a page that there is not. */
export async function findPage(db: Db, name: string): Promise<PageText | null> {
  if (!isName(name)) return null;
  const { id, title, html, changed_at } = await readNow(db, name);
  return { slug: id, title, html, changed_at };
}

/** All pages with what they say now, in their order. */
export async function listPages(db: Db): Promise<PageRow[]> {
  const latest = await latestRows(db);
  const pages = await Promise.all(PAGE_NAMES.map((name) => toPage(name, latest.get(name))));
  return pages.map(({ html: _, markdown: __, ...row }) => row);
}

/** One page, to be edited. */
export async function getManagedPage(db: Db, name: PageName): Promise<ManagedPage> {
  const { html: _, ...page } = await readNow(db, name);
  return page;
}

/** What was saved, newest first, 50 a page. `before`: a version, of which older ones are told. The last one is version 0. */
export async function listPageVersions(db: Db, name: PageName, before: number | undefined): Promise<PageVersions> {
  const { rows } = await sql<Row>`${selectRows} where t.name = ${name} and version < ${before ?? 2_147_483_647}::integer
    order by version desc limit ${PAGE + 1}`.execute(db);
  const versions = await Promise.all(rows.slice(0, PAGE).map(async (row) => withoutText(await toVersion(name, row))));
  if (rows.length > PAGE) return { versions, next: String(versions.at(-1)?.version) };
  // Of all that was saved the oldest is shown: below it stands the text of the beginning.
  return { versions: before === 0 ? [] : [...versions, withoutText(await toVersion(name, undefined))], next: null };
}

/** One version with its words; 0 is the text that comes with Talewood. Throws 404 `unknown_version`. */
export async function getPageVersion(db: Db, name: PageName, version: number): Promise<PageVersionText> {
  if (version === 0) return toVersion(name, undefined);
  const { rows } = await sql<Row>`${selectRows} where t.name = ${name} and version = ${version}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw notFound('There is no such version.', 'unknown_version');
  return toVersion(name, row);
}

const selectRows = sql`select t.name, t.version, t.title, t.markdown, t.html, t.saved_at, p.name as by
  from page_texts t left join profiles p on p.id = t.saved_by`;

async function latestRows(db: Db): Promise<Map<PageName, Row>> {
  const { rows } = await sql<Row>`select distinct on (t.name) t.name, t.version, t.title, t.markdown, t.html, t.saved_at, p.name as by
    from page_texts t left join profiles p on p.id = t.saved_by order by t.name, t.version desc`.execute(db);
  return new Map(rows.map((row) => [row.name, row]));
}

async function readNow(db: Db, name: PageName) {
  return toPage(name, (await latestRows(db)).get(name));
}

async function toPage(name: PageName, row: Row | undefined) {
  const { saved_at: changed_at, ...version } = await toVersion(name, row);
  return { id: name, ...version, changed_at };
}

async function toVersion(name: PageName, row: Row | undefined): Promise<PageVersionText> {
  const { version = 0, title = null, markdown = null, html = null, by = null } = row ?? {};
  const saved_at = row?.saved_at.toISOString();
  if (title !== null && markdown !== null && html !== null && saved_at !== undefined)
    return { version, title, markdown, html, is_default: false, saved_at, by };
  const given = await defaultText(name);
  return {
    version,
    title: given.title,
    markdown: given.markdown,
    html: given.html,
    is_default: true,
    saved_at: saved_at ?? given.changedAt,
    by,
  };
}

function withoutText({ markdown: _, html: __, ...version }: PageVersionText) {
  return version;
}

function isName(name: string): name is PageName {
  return (PAGE_NAMES as readonly string[]).includes(name);
}
