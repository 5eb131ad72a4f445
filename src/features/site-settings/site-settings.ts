/** What administrators decide about the whole site: read by features, and changed over HTTP. */
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { etagOf, readIfMatch, refuseOld } from '#src/platform/http/if-match.ts';
import { SiteSettings, SiteSettingsInput } from './contract.ts';

type Asker = { id: string };

export async function readSiteSettings(db: Db): Promise<SiteSettings> {
  return toSettings(await db.selectFrom('site_settings').selectAll().executeTakeFirstOrThrow());
}

/** For administrators alone: the guard of these must take no key. */
export function siteSettingsEndpoints({ db }: { db: Db }): Endpoint<Asker>[] {
  return [
    endpoint({
      ...{ method: 'GET', path: '/site-settings', summary: 'The settings of the site', answer: SiteSettings },
      run: (_: { asker: Asker }) => readSiteSettings(db),
    }),
    endpoint({
      ...{ method: 'PUT', path: '/site-settings', summary: 'Saves the settings; If-Match names the tag of those that were read' },
      ...{ body: SiteSettingsInput, answer: SiteSettings, headers: { 'If-Match': 'The tag that was read' } },
      refusals: { 412: 'Somebody has changed them since', 428: 'If-Match is missing' },
      run: async ({ c, asker, body }) => {
        const settings = await writeSiteSettings(db, asker.id, readIfMatch(c), body);
        c.header('ETag', etagOf(settings.tag));
        return settings;
      },
    }),
  ];
}

async function writeSiteSettings(db: Db, actor: string, read: string, given: SiteSettingsInput): Promise<SiteSettings> {
  return transact(db, async (trx) => {
    const now = await trx.selectFrom('site_settings').selectAll().forUpdate().executeTakeFirstOrThrow();
    refuseOld(read, toSettings(now).tag);
    // The tag must differ also within one millisecond.
    const updated_at = sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 ms')`;
    const row = await trx
      .updateTable('site_settings')
      .set({ ...given, updated_at })
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, { actor, action: 'settings.changed', subject: { kind: 'settings', id: 'site' }, details: given });
    return toSettings(row);
  });
}

function toSettings({ publish_requires_source, updated_at }: SiteSettingsInput & { updated_at: Date }): SiteSettings {
  return { publish_requires_source, tag: String(updated_at.getTime()) };
}
