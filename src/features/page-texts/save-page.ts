/** What administrators do with the texts behind the footer: each save is a new version. */
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { refuseOld } from '#src/platform/http/if-match.ts';
import type { ManagedPage } from './contract.ts';
import { getManagedPage, getPageVersion } from './find-page.ts';
import type { PageName } from './page-names.ts';
import { renderMarkdown } from './render-markdown.ts';

/** Who changes which page, made from which version. */
export type PageChange = { actor: string; name: PageName; match: string };

type Texts = { title: string; markdown: string; html: string };
type Deed = { action: 'page.changed' | 'page.restored'; details?: { version: number } };

/** Saves new words; what is left out stays as it is. Throws 412 `changed_since` when somebody else was first. */
export async function savePage(
  db: Db,
  change: PageChange,
  words: { title?: string | undefined; markdown?: string | undefined },
): Promise<ManagedPage & { tidied: boolean }> {
  const now = await getManagedPage(db, change.name);
  refuseOld(change.match, now.version);
  const { title = now.title, markdown = now.markdown } = words;
  const { html, tidied } = renderMarkdown(markdown);
  const isSame = title === now.title && markdown === now.markdown;
  const page = isSame ? now : await addVersion(db, change, { title, markdown, html }, { action: 'page.changed' });
  return { ...page, tidied };
}

/**
 * Makes an old version the newest one, which it then is under a number of its own; 0 brings back the text that comes with Talewood.
 * Throws 404 `unknown_version`, 412 `changed_since`.
 */
export async function restorePage(db: Db, change: PageChange, version: number): Promise<ManagedPage & { tidied: boolean }> {
  const old = await getPageVersion(db, change.name, version);
  const now = await getManagedPage(db, change.name);
  refuseOld(change.match, now.version);
  const texts = old.is_default ? null : { title: old.title, markdown: old.markdown, html: renderMarkdown(old.markdown).html };
  const isSame = old.is_default ? now.is_default : !now.is_default && old.title === now.title && old.markdown === now.markdown;
  const page = isSame ? now : await addVersion(db, change, texts, { action: 'page.restored', details: { version } });
  return { ...page, tidied: false };
}

/** Of two that are made from one version the second finds its number taken. */
async function addVersion(
  db: Db,
  { actor, name, match }: PageChange,
  texts: Texts | null,
  { action, details }: Deed,
): Promise<ManagedPage> {
  const version = Number(match) + 1;
  return transact(db, async (trx) => {
    const { rows } = await sql`insert into page_texts (name, version, title, markdown, html, saved_by)
      values (${name}, ${version}, ${texts?.title ?? null}, ${texts?.markdown ?? null}, ${texts?.html ?? null}, ${actor})
      on conflict do nothing returning version`.execute(trx);
    if (rows.length === 0) refuseOld(match, version);
    await audit(trx, { actor, action, subject: { kind: 'page', id: name }, details: { page: name, ...details } });
    return getManagedPage(trx, name);
  });
}
