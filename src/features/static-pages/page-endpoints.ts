import type { Context } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { assertIfMatch, etagOf, readIfMatch } from '#src/platform/http/if-match.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { hasLoneSurrogate, isBlank } from '#src/platform/text.ts';
import { ManagedPage, PagePreview, PageRows, PageVersions, PageVersionText, SavedPage } from './contract.ts';
import { MAX_MARKDOWN_LENGTH, MAX_TITLE_LENGTH, PAGE_NAMES, type PageName } from './page-names.ts';
import { getManagedPage, getPageVersion, listPages, listPageVersions, renderMarkdown } from './page-queries.ts';

type Admin = { id: string };
type PageCall = { c: Context<AppEnv>; caller: Admin; params: { name: PageName } };

const WithName = z.strictObject({ name: z.enum(PAGE_NAMES) });
const Version = z
  .string()
  .regex(/^(0|[1-9]\d{0,8})$/)
  .transform(Number);
const WithVersion = WithName.extend({ version: Version });
const Before = z.strictObject({
  before: Version.optional().describe('`next` of the previous page of results.'),
});

const textField = (maxLength: number, required: string) =>
  z
    .string({ error: required })
    .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .superRefine((text, context) => {
      if (hasLoneSurrogate(text)) context.addIssue('This text contains an invalid character.');
      else if (isBlank(text)) context.addIssue(required);
      else if (text.length > maxLength) context.addIssue(`Must be ${maxLength.toLocaleString('en')} characters or fewer`);
    });
const Title = textField(MAX_TITLE_LENGTH, 'A title is required.').refine((text) => !/\p{Cc}/u.test(text), 'Must be a single line.');
const Markdown = textField(MAX_MARKDOWN_LENGTH, 'A text is required.');
const PageChanges = z.strictObject({ title: Title.optional(), markdown: Markdown.optional() });
const RestoreBody = z.strictObject({ version: z.int('Choose a version from the list').min(0).max(999_999_999) });

/** The API of static pages. For administrators only, without API keys: these texts make legal statements. */
export function pageEndpoints({ db }: { db: Db }): Endpoint<Admin>[] {
  return [
    endpoint({
      ...{
        id: 'listManagedPages',
        method: 'GET',
        path: '/pages',
        summary: 'List static pages for editors',
        description: 'About, privacy and the other pages linked in the footer.',
        response: PageRows,
      },
      run: async (_: { caller: Admin }) => ({ pages: await listPages(db) }),
    }),
    endpoint({
      ...{
        id: 'getManagedPage',
        method: 'GET',
        path: '/pages/{name}',
        summary: 'Get a static page for editing',
        description: 'One page with its Markdown. Send its `ETag` back as `If-Match` to change it.',
        params: WithName,
        response: ManagedPage,
      },
      run: async ({ c, params }: PageCall) => withVersion(c, await getManagedPage(db, params.name)),
    }),
    endpoint({
      ...{
        id: 'updatePage',
        method: 'PATCH',
        path: '/pages/{name}',
        summary: 'Update a static page',
        description: 'Changes title or text of a page and adds a version.',
        params: WithName,
        body: PageChanges,
        response: SavedPage,
      },
      ifMatch: true,
      run: async ({ c, caller, params, body }: PageCall & { body: z.output<typeof PageChanges> }) =>
        withVersion(c, await savePage(db, { actor: caller.id, ...params, match: readIfMatch(c) }, body)),
    }),
    endpoint({
      ...{
        id: 'listPageVersions',
        method: 'GET',
        path: '/pages/{name}/versions',
        summary: 'List versions of a static page',
        description: 'Saved versions of a page, newest first.',
        params: WithName,
        query: Before,
      },
      response: PageVersions,
      run: ({ params, query }: PageCall & { query: z.output<typeof Before> }) => listPageVersions(db, params.name, query.before),
    }),
    endpoint({
      ...{
        id: 'getPageVersion',
        method: 'GET',
        path: '/pages/{name}/versions/{version}',
        summary: 'Get a version of a static page',
        description: 'One saved version with its text.',
        params: WithVersion,
      },
      ...{ response: PageVersionText },
      run: ({ params }: { caller: Admin; params: z.output<typeof WithVersion> }) => getPageVersion(db, params.name, params.version),
    }),
    endpoint({
      ...{
        id: 'restorePageVersion',
        method: 'POST',
        path: '/pages/{name}/restore',
        summary: 'Restore a version of a static page',
        description: 'Saves an earlier version as the newest one.',
        params: WithName,
      },
      ...{ body: RestoreBody, response: SavedPage, ifMatch: true },
      run: async ({ c, caller, params, body }: PageCall & { body: z.output<typeof RestoreBody> }) =>
        withVersion(c, await restorePage(db, { actor: caller.id, ...params, match: readIfMatch(c) }, body.version)),
    }),
    endpoint({
      ...{
        id: 'previewPage',
        method: 'POST',
        path: '/page-previews',
        summary: 'Preview a static page',
        description: 'Renders Markdown as a page would show it. Nothing is saved.',
      },
      ...{ body: z.strictObject({ markdown: Markdown }), response: PagePreview },
      run: async ({ body }: { caller: Admin; body: { markdown: string } }) => renderMarkdown(body.markdown),
    }),
  ];
}

/** Sets the ETag of the response. */
function withVersion<Shown extends { version: number }>(c: Context<AppEnv>, shown: Shown): Shown {
  c.header('ETag', etagOf(shown.version));
  return shown;
}

/** `match`: the version the change is based on. */
type PageChange = { actor: string; name: PageName; match: string };

type PageContent = { title: string; markdown: string; html: string };
type AuditedAction = { action: 'page.changed' | 'page.restored'; details?: { version: number } };

/** Saves a new version; omitted fields keep their value. @throws AppError 412 `changed_since` */
async function savePage(
  db: Db,
  change: PageChange,
  words: { title?: string | undefined; markdown?: string | undefined },
): Promise<ManagedPage & { tidied: boolean }> {
  const now = await getManagedPage(db, change.name);
  assertIfMatch(change.match, now.version);
  const { title = now.title, markdown = now.markdown } = words;
  const { html, tidied } = renderMarkdown(markdown);
  const isSame = title === now.title && markdown === now.markdown;
  const page = isSame ? now : await addVersion(db, change, { title, markdown, html }, { action: 'page.changed' });
  return { ...page, tidied };
}

/**
 * Restores a version as a new version; 0 restores the default text.
 * @throws AppError 404 `unknown_version`, 412 `changed_since`
 */
async function restorePage(db: Db, change: PageChange, version: number): Promise<ManagedPage & { tidied: boolean }> {
  const old = await getPageVersion(db, change.name, version);
  const now = await getManagedPage(db, change.name);
  assertIfMatch(change.match, now.version);
  const texts = old.is_default ? null : { title: old.title, markdown: old.markdown, html: renderMarkdown(old.markdown).html };
  const isSame = old.is_default ? now.is_default : !now.is_default && old.title === now.title && old.markdown === now.markdown;
  const page = isSame ? now : await addVersion(db, change, texts, { action: 'page.restored', details: { version } });
  return { ...page, tidied: false };
}

/** Of two concurrent changes based on one version, the second one finds its number taken. */
async function addVersion(
  db: Db,
  { actor, name, match }: PageChange,
  texts: PageContent | null,
  { action, details }: AuditedAction,
): Promise<ManagedPage> {
  const version = Number(match) + 1;
  return transact(db, async (trx) => {
    const { rows } = await sql`insert into page_versions (name, version, title, markdown, html, saved_by)
      values (${name}, ${version}, ${texts?.title ?? null}, ${texts?.markdown ?? null}, ${texts?.html ?? null}, ${actor})
      on conflict do nothing returning version`.execute(trx);
    if (rows.length === 0) assertIfMatch(match, version);
    await audit(trx, { actor, action, subject: { kind: 'page', id: name }, details: { page: name, ...details } });
    return getManagedPage(trx, name);
  });
}
