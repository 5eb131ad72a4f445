import { sql } from 'kysely';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { readSiteSettings } from '#src/features/site-settings/site-settings.ts';
import { htmlToText } from '#src/features/tale-html/plain-text.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { TaleFields } from '../../contract.ts';
import type { PublishCheck } from '../../tales.ts';
import { CheckItem, checkTale, type DeadLink, listPublishProblems, type PublishRules } from './publish-rules.ts';

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
