import type { Context } from 'hono';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { etagOf, readIfMatch } from '#src/platform/http/if-match.ts';
import { isBlank, isBroken } from '#src/platform/text.ts';
import { ManagedPage, PagePreview, PageRows, PageVersions, PageVersionText, SavedPage } from './contract.ts';
import { getManagedPage, getPageVersion, listPages, listPageVersions } from './find-page.ts';
import { MOST_MARKDOWN, MOST_TITLE } from './page-limits.ts';
import { PAGE_NAMES, type PageName } from './page-names.ts';
import { renderMarkdown } from './render-markdown.ts';
import { restorePage, savePage } from './save-page.ts';

type Asker = { id: string };
type Call = { c: Context<AppEnv>; asker: Asker; params: { name: PageName } };

const WithName = z.strictObject({ name: z.enum(PAGE_NAMES) });
const Version = z
  .string()
  .regex(/^(0|[1-9]\d{0,8})$/)
  .transform(Number);
const WithVersion = WithName.extend({ version: Version });
const Before = z.strictObject({
  before: Version.optional().describe('Where the page before ended: its `next`.'),
});

const Text = (most: number, missing: string) =>
  z
    .string({ error: missing })
    .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .superRefine((text, context) => {
      if (isBroken(text)) context.addIssue('This text has a character that cannot be kept.');
      else if (isBlank(text)) context.addIssue(missing);
      else if (text.length > most) context.addIssue(`At most ${most.toLocaleString('en')} characters`);
    });
const Title = Text(MOST_TITLE, 'A page needs a title.').refine((text) => !/\p{Cc}/u.test(text), 'A title is one line.');
const Markdown = Text(MOST_MARKDOWN, 'A page needs some words.');
const Words = z.strictObject({ title: Title.optional(), markdown: Markdown.optional() });
const Restored = z.strictObject({ version: z.int('Choose one of the list').min(0).max(999_999_999) });

const MATCH = { 'If-Match': 'The ETag that was read' };
const CHANGED = { 412: 'Somebody has changed it since', 428: 'If-Match is missing' };

/** The texts behind the footer, for administrators at a screen: what a site promises is signed by people, not by programs. */
export function pageEndpoints({ db }: { db: Db }): Endpoint<Asker>[] {
  return [
    endpoint({
      ...{ method: 'GET', path: '/pages', summary: 'The pages behind the footer, with what they say now', answer: PageRows },
      run: async (_: { asker: Asker }) => ({ pages: await listPages(db) }),
    }),
    endpoint({
      ...{
        method: 'GET',
        path: '/pages/{name}',
        summary: 'One of them with its words, and its ETag',
        params: WithName,
        answer: ManagedPage,
      },
      run: async ({ c, params }: Call) => withVersion(c, await getManagedPage(db, params.name)),
    }),
    endpoint({
      ...{ method: 'PATCH', path: '/pages/{name}', summary: 'Changes its words', params: WithName, body: Words, answer: SavedPage },
      ...{ headers: MATCH, refusals: CHANGED },
      run: async ({ c, asker, params, body }: Call & { body: z.output<typeof Words> }) =>
        withVersion(c, await savePage(db, { actor: asker.id, ...params, match: readIfMatch(c) }, body)),
    }),
    endpoint({
      ...{ method: 'GET', path: '/pages/{name}/versions', summary: 'What was saved, newest first', params: WithName, query: Before },
      answer: PageVersions,
      run: ({ params, query }: Call & { query: z.output<typeof Before> }) => listPageVersions(db, params.name, query.before),
    }),
    endpoint({
      ...{ method: 'GET', path: '/pages/{name}/versions/{version}', summary: 'One version with its words', params: WithVersion },
      ...{ answer: PageVersionText, refusals: { 404: 'There is no such version' } },
      run: ({ params }: { asker: Asker; params: z.output<typeof WithVersion> }) => getPageVersion(db, params.name, params.version),
    }),
    endpoint({
      ...{ method: 'POST', path: '/pages/{name}/restore', summary: 'Makes an old version the newest one', params: WithName },
      ...{ body: Restored, answer: SavedPage, headers: MATCH, refusals: { 404: 'There is no such version', ...CHANGED } },
      run: async ({ c, asker, params, body }: Call & { body: z.output<typeof Restored> }) =>
        withVersion(c, await restorePage(db, { actor: asker.id, ...params, match: readIfMatch(c) }, body.version)),
    }),
    endpoint({
      ...{ method: 'POST', path: '/page-previews', summary: 'Words as a page would show them; nothing is saved' },
      ...{ body: z.strictObject({ markdown: Markdown }), answer: PagePreview },
      run: async ({ body }: { asker: Asker; body: { markdown: string } }) => renderMarkdown(body.markdown),
    }),
  ];
}

/** Gives an answer the ETag of what it shows. */
function withVersion<Shown extends { version: number }>(c: Context<AppEnv>, shown: Shown): Shown {
  c.header('ETag', etagOf(shown.version));
  return shown;
}
