import { sql } from 'kysely';
import { htmlToText } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { DeadLink } from './publish-rules.ts';

/** More than a tale has; a text made to have more is looked at no further. */
const MOST_LINKS = 500;

type TaleLink = { address: string; words: string; name: string };

/**
 * The links in clean HTML to tales of this site that readers could not follow: there is none, it is deleted, or not public. A
 * link to the tale itself, `id`, is no such link. `publicUrl` has no final slash.
 */
export async function listDeadLinks(
  db: Db,
  content: string,
  { publicUrl, id }: { publicUrl: string; id: string | null },
): Promise<DeadLink[]> {
  const links = listTaleLinks(content, publicUrl);
  if (links.length === 0) return [];
  const { rows } = await sql<{ name: string; tale: string; is_public: boolean; is_gone: boolean }>`
    select named.name, t.id as tale, t.deleted_at is not null as is_gone,
      t.status = 'published' and t.deleted_at is null and t.publish_date <= now() as is_public
    from unnest(${[...new Set(links.map(({ name }) => name))]}::text[]) named (name)
      left join tale_slugs s on s.slug = named.name
      join tales t on t.id = coalesce(s.tale_id, case when named.name ~ ${UUID} then named.name::uuid end)`.execute(db);
  const found = new Map(rows.map((row) => [row.name, row]));
  return links.flatMap(({ address, words, name }) => {
    const tale = found.get(name);
    if (tale !== undefined && (tale.is_public || tale.tale === id)) return [];
    return [{ address, words, isHidden: tale !== undefined && !tale.is_gone }];
  });
}

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** The last part of a tale's address is its slug, a former one, or its id. */
function listTaleLinks(content: string, publicUrl: string): TaleLink[] {
  const links = [...content.matchAll(/<a(?: [^>]*)? href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].slice(0, MOST_LINKS);
  return links.flatMap(([, href = '', inner = '']) => {
    const address = href.replaceAll('&amp;', '&');
    const path = address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address;
    const name = /^\/tale\/([^/?#]+)\/?(?:[?#]|$)/.exec(path)?.[1];
    return name === undefined || name.length > 200 ? [] : [{ address, words: htmlToText(inner), name }];
  });
}
