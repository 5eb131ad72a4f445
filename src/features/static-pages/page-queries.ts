import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { marked } from 'marked';
import { z } from 'zod';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import { splitFrontMatter } from '#src/platform/front-matter.ts';
import { siteName } from '#src/platform/site-name.ts';
import type { ManagedPage, PageRow, PageVersions, PageVersionText, StaticPageView } from './contract.ts';
import { PAGE_NAMES, type PageName } from './page-names.ts';

const PAGE_SIZE = 50;

type Row = {
  name: PageName;
  version: number;
  title: string | null;
  markdown: string | null;
  html: string | null;
  saved_at: Date;
  by: string | null;
};

/** Returns the page as readers see it; null for an unknown name. */
export async function findPage(db: Db, name: string): Promise<StaticPageView | null> {
  if (!isPageName(name)) return null;
  const { id, title, html, changed_at } = await readCurrent(db, name);
  return { slug: id, title, html, changed_at };
}

/** Returns the current version of all pages, in the order of PAGE_NAMES. */
export async function listPages(db: Db): Promise<PageRow[]> {
  const latest = await latestRows(db);
  const pages = await Promise.all(PAGE_NAMES.map((name) => toPage(name, latest.get(name))));
  return pages.map(({ html: _, markdown: __, ...row }) => row);
}

/** Returns the current version of a page with its Markdown. */
export async function getManagedPage(db: Db, name: PageName): Promise<ManagedPage> {
  const { html: _, ...page } = await readCurrent(db, name);
  return page;
}

/** Lists versions, newest first, 50 per page; the last one is version 0. `before`: only older versions. */
export async function listPageVersions(db: Db, name: PageName, before: number | undefined): Promise<PageVersions> {
  const { rows } = await sql<Row>`${selectRows} where t.name = ${name} and version < ${before ?? 2_147_483_647}::integer
    order by version desc limit ${PAGE_SIZE + 1}`.execute(db);
  const versions = await Promise.all(rows.slice(0, PAGE_SIZE).map(async (row) => withoutText(await toVersion(name, row))));
  if (rows.length > PAGE_SIZE) return { versions, next: String(versions.at(-1)?.version) };
  // The oldest saved version is on this page: the default text follows.
  return { versions: before === 0 ? [] : [...versions, withoutText(await toVersion(name, undefined))], next: null };
}

/** Returns a version with its text; 0 is the default text. @throws AppError 404 `unknown_version` */
export async function getPageVersion(db: Db, name: PageName, version: number): Promise<PageVersionText> {
  if (version === 0) return toVersion(name, undefined);
  const { rows } = await sql<Row>`${selectRows} where t.name = ${name} and version = ${version}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw notFound('This version does not exist.', 'unknown_version');
  return toVersion(name, row);
}

const selectRows = sql`select t.name, t.version, t.title, t.markdown, t.html, t.saved_at, p.name as by
  from page_versions t left join users p on p.id = t.saved_by`;

async function latestRows(db: Db): Promise<Map<PageName, Row>> {
  const { rows } = await sql<Row>`select distinct on (t.name) t.name, t.version, t.title, t.markdown, t.html, t.saved_at, p.name as by
    from page_versions t left join users p on p.id = t.saved_by order by t.name, t.version desc`.execute(db);
  return new Map(rows.map((row) => [row.name, row]));
}

async function readCurrent(db: Db, name: PageName) {
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
  const given = await getDefaultPage(name);
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

function isPageName(name: string): name is PageName {
  return (PAGE_NAMES as readonly string[]).includes(name);
}

const FOLDER = path.resolve(import.meta.dirname, '../../../pages');
const FrontMatter = z.strictObject({ title: z.string().min(1).max(120), changed: z.iso.date() });

/** `changedAt`: an ISO date-time. */
type DefaultPage = { title: string; markdown: string; html: string; changedAt: string };

const defaultPages = new Map<string, Promise<DefaultPage>>();

/**
 * Returns the default text of a page (pages/NAME.md, Markdown with front matter; `{site}` is the name of the site). Cached, as the files change only with a release.
 * @throws Error for a malformed file
 */
function getDefaultPage(name: PageName): Promise<DefaultPage> {
  const key = `${name} ${siteName()}`;
  const known = defaultPages.get(key) ?? readDefaultPage(name);
  defaultPages.set(key, known);
  // Retry a failed read on the next call.
  known.catch(() => defaultPages.delete(key));
  return known;
}

async function readDefaultPage(name: PageName): Promise<DefaultPage> {
  const parts = splitFrontMatter(await readFile(path.join(FOLDER, `${name}.md`), 'utf8'));
  if (parts === undefined) throw new Error(`pages/${name}.md must begin with front matter.`);
  const { title, changed } = FrontMatter.parse(parts.fields);
  const markdown = parts.body.trim().replaceAll('{site}', () => escapeMarkdown(siteName()));
  return { title, markdown, html: renderMarkdown(markdown).html, changedAt: `${changed}T00:00:00.000Z` };
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#!|~&:.-]/g, '\\$&');
}

/** Renders Markdown to HTML, sanitized like a tale. `tidied`: the sanitizer removed something. */
export function renderMarkdown(markdown: string): { html: string; tidied: boolean } {
  const { html, changed } = sanitizeHtml(marked.parse(markdown, { async: false }));
  return { html, tidied: changed };
}
