import { sql } from 'kysely';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { readSiteSettings } from '#src/features/site-settings/site-settings.ts';
import { countWords, htmlToText } from '#src/features/tale-html/plain-text.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { TaleFields } from '../../contract.ts';
import { definitionOf, FIELD_NAMES, type FieldValue, isEmptyValue, listMissingToPublish } from '../../field-values.ts';
import type { FieldName } from '../../fields.ts';
import type { PublishCheck } from '../../tales.ts';

/* Rules for publishing: what a tale must have, and what its editor should review. */

export const CheckItem = z
  .object({
    id: z.string(),
    field: z.string().describe('Name of the field of the tale.'),
    level: z.enum(['blocks', 'advice']),
    text: z.string(),
  })
  .meta({ id: 'PublishCheckItem', description: 'Something that prevents publication (`blocks`) or should be reviewed (`advice`).' });

const MIN_WORDS = 100;
const MAX_WORDS = 20_000;

/** A shorter excerpt may equal the beginning of the text by chance. */
const MIN_COMPARED_EXCERPT = 20;

const CheckBody = z.strictObject({ fields: z.strictObject(TaleFields.partial().shape), id: z.uuid().toLowerCase().nullish() });

const CheckResult = z.object({ items: z.array(CheckItem) }).meta({ id: 'PublishCheckResult', description: 'The result of a check.' });
export type CheckResult = z.infer<typeof CheckResult>;

/** Endpoint that checks fields of a tale, saved or not, before publishing. Invalid fields are reported on saving. */
export function publishCheckEndpoint({ db, publicUrl }: { db: Db; publicUrl: string }): Endpoint<Editor> {
  return endpoint({
    id: 'checkBeforePublishing',
    method: 'POST',
    path: '/publish-check',
    summary: 'Check a tale before publishing',
    description: 'Checks the fields of a tale, saved or not: what prevents publication (`blocks`) and what should be reviewed (`advice`).',
    body: CheckBody,
    response: CheckResult,
    run: async ({ body: { fields, id = null } }) => {
      const content = sanitizeHtml(fields.content ?? '').html;
      const deadLinks = await listDeadLinks(db, content, { publicUrl, id });
      return { items: checkTale({ ...fields, content }, deadLinks, await readPublishRules(db)) };
    },
  });
}

/** Returns what prevents publication of a tale by the rules of the site, by field. */
export const checkPublication: PublishCheck = async (trx, tale) => listPublishProblems(tale, await readPublishRules(trx));

async function readPublishRules(db: Db): Promise<PublishRules> {
  return { requiresSource: (await readSiteSettings(db)).publish_requires_source };
}

/** Bounds the work for a text with very many links. */
const MAX_LINKS = 500;

type TaleLink = { address: string; words: string; name: string };

/**
 * Returns links in sanitized HTML to tales of this site that do not exist, are deleted, or are not public. Links to the tale itself,
 * `id`, are valid. `publicUrl` has no trailing slash.
 */
export async function listDeadLinks(
  db: Db,
  content: string,
  { publicUrl, id }: { publicUrl: string; id: string | null },
): Promise<DeadLink[]> {
  const links = listTaleLinks(content, publicUrl);
  if (links.length === 0) return [];
  const { rows } = await sql<{ name: string; tale: string; is_public: boolean; is_deleted: boolean }>`
    select named.name, t.id as tale, t.deleted_at is not null as is_deleted,
      t.status = 'published' and t.deleted_at is null and t.publish_date <= now() as is_public
    from unnest(${[...new Set(links.map(({ name }) => name))]}::text[]) named (name)
      left join tale_slugs s on s.slug = named.name
      join tales t on t.id = coalesce(s.tale_id, case when named.name ~ ${UUID} then named.name::uuid end)`.execute(db);
  const found = new Map(rows.map((row) => [row.name, row]));
  return links.flatMap(({ address, words, name }) => {
    const tale = found.get(name);
    if (tale !== undefined && (tale.is_public || tale.tale === id)) return [];
    return [{ address, words, isHidden: tale !== undefined && !tale.is_deleted }];
  });
}

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** Finds links to tales. The last part of their URL, `name`, is the slug, a former slug, or the id of the tale. */
function listTaleLinks(content: string, publicUrl: string): TaleLink[] {
  const links = [...content.matchAll(/<a(?: [^>]*)? href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].slice(0, MAX_LINKS);
  return links.flatMap(([, href = '', inner = '']) => {
    const address = href.replaceAll('&amp;', '&');
    const path = address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address;
    const name = /^\/tale\/([^/?#]+)\/?(?:[?#]|$)/.exec(path)?.[1];
    return name === undefined || name.length > 200 ? [] : [{ address, words: htmlToText(inner), name }];
  });
}

export type CheckItem = z.infer<typeof CheckItem>;

/** The fields to check. `content` is sanitized HTML; missing fields count as empty. */
export type CheckedFields = { [Name in FieldName]?: FieldValue<Name> | undefined };

/** A link to a tale of this site that readers cannot open. `address`: the href; `words`: the link text. */
type DeadLink = { address: string; words: string; isHidden: boolean };

/** `requiresSource`: the site setting to require source and rights. */
type PublishRules = { requiresSource: boolean };

/** Returns everything to fix (`blocks`), then everything to review (`advice`). */
export function checkTale(fields: CheckedFields, deadLinks: readonly DeadLink[], rules: PublishRules): CheckItem[] {
  const { content = '' } = fields;
  return [
    ...requiredItems(fields),
    ...blockingItems(fields, rules),
    ...deadLinks.map(linkItem),
    ...headingItems(content),
    ...lengthItems(countWords(htmlToText(content))),
    ...excerptItems(fields.excerpt ?? '', content),
  ];
}

/**
 * Returns what prevents publication, by field: images without alt text, missing source or rights. Fields that are required for drafts as
 * well are not included: the schema checks them.
 */
export function listPublishProblems(fields: CheckedFields, rules: PublishRules): Record<string, string[]> {
  const byField = Map.groupBy(blockingItems(fields, rules), ({ field }) => field);
  return Object.fromEntries([...byField].map(([field, items]) => [field, items.map(({ text }) => text)]));
}

function requiredItems(fields: CheckedFields): CheckItem[] {
  return FIELD_NAMES.flatMap((name) => {
    const { required } = definitionOf(name);
    return required === undefined || !isEmptyValue(fields[name]) ? [] : [blocks(name, name, required)];
  });
}

function blockingItems(fields: CheckedFields, { requiresSource }: PublishRules): CheckItem[] {
  const { content = '' } = fields;
  const items = listImages(content).flatMap(({ alt }, at) =>
    alt.trim() === '' ? [blocks(`alt-${at + 1}`, 'content', altText(at + 1))] : [],
  );
  if (!requiresSource) return items;
  return [...items, ...listMissingToPublish(fields).map((name) => blocks(name, name, definitionOf(name).requiredToPublish ?? ''))];
}

function altText(number: number): string {
  return `Picture ${number} in the text has no alt text`;
}

function linkItem({ address, words, isHidden }: DeadLink, at: number): CheckItem {
  const target = isHidden ? 'a tale that is not public' : 'a tale that does not exist';
  return advice(`link-${at + 1}`, 'content', `The link “${words || address}” leads to ${target} (${address})`);
}

/** Skipped heading levels confuse screen reader users. The title is the heading above all others. */
function headingItems(content: string): CheckItem[] {
  const items: CheckItem[] = [];
  let previous = 1;
  for (const [at, [, level, inner = '']] of [...content.matchAll(/<h([2-4])(?: [^>]*)?>(.*?)<\/h\1>/gs)].entries()) {
    const depth = Number(level);
    if (depth > previous + 1)
      items.push(advice(`heading-${at + 1}`, 'content', `The heading “${htmlToText(inner)}” skips a level: use a larger heading`));
    previous = depth;
  }
  return items;
}

function lengthItems(words: number): CheckItem[] {
  if (words === 0) return [advice('length', 'content', 'The tale has no text yet')];
  if (words < MIN_WORDS)
    return [advice('length', 'content', `The tale has ${words === 1 ? '1 word' : `${words} words`}, which is very short`)];
  if (words <= MAX_WORDS) return [];
  return [advice('length', 'content', `The tale has ${words.toLocaleString('en')} words: consider splitting it`)];
}

function excerptItems(excerpt: string, content: string): CheckItem[] {
  const [start, text] = [excerpt, htmlToText(content)].map((words) => words.replace(/\s+/g, ' ').trim()) as [string, string];
  const bare = start.replace(/\s*(?:…|\.{3})$/, '');
  if (bare.length < MIN_COMPARED_EXCERPT || !text.startsWith(bare)) return [];
  return [advice('excerpt', 'excerpt', 'The excerpt repeats the beginning of the tale: a summary would be more useful')];
}

/** Returns the images of sanitized HTML in order. */
function listImages(content: string): { alt: string }[] {
  return [...content.matchAll(/<img(?: [^>]*)?>/g)].map(([tag]) => ({ alt: / alt="([^"]*)"/.exec(tag)?.[1] ?? '' }));
}

function blocks(id: string, field: string, text: string): CheckItem {
  return { id, field, level: 'blocks', text };
}

function advice(id: string, field: string, text: string): CheckItem {
  return { id, field, level: 'advice', text };
}
