/** Site-wide settings: read by other features, changed by administrators. */
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import { notifyCache } from '#src/platform/cache/connect-cache.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { assertIfMatch, etagOf, readIfMatch } from '#src/platform/http/if-match.ts';
import { RENAMED, setSiteName } from '#src/platform/site-name.ts';
import { SiteSettings, SiteSettingsInput } from './contract.ts';

type Admin = { id: string };

export async function readSiteSettings(db: Db): Promise<SiteSettings> {
  return toSettings(await db.selectFrom('site_settings').selectAll().executeTakeFirstOrThrow());
}

/** For administrators only: their guard must not accept API keys. */
export function siteSettingsEndpoints({ db }: { db: Db }): Endpoint<Admin>[] {
  return [
    endpoint({
      ...{
        id: 'getSiteSettings',
        method: 'GET',
        path: '/site-settings',
        summary: 'Get the site settings',
        description: 'Settings that apply to the whole site.',
        response: SiteSettings,
      },
      run: (_: { caller: Admin }) => readSiteSettings(db),
    }),
    endpoint({
      ...{
        id: 'updateSiteSettings',
        method: 'PUT',
        path: '/site-settings',
        summary: 'Update the site settings',
        description: 'Saves all settings. `If-Match` names the `tag` of the settings that were read.',
      },
      ...{ body: SiteSettingsInput, response: SiteSettings, ifMatch: true },
      run: async ({ c, caller, body }) => {
        const settings = await writeSiteSettings(db, caller.id, readIfMatch(c), body);
        c.header('ETag', etagOf(settings.tag));
        return settings;
      },
    }),
  ];
}

async function writeSiteSettings(db: Db, actor: string, read: string, given: SiteSettingsInput): Promise<SiteSettings> {
  const { name, allows_suggestions, readers_may_submit, ...rest } = given;
  const change = {
    ...rest,
    ...(allows_suggestions !== undefined && { allows_suggestions }),
    ...(readers_may_submit !== undefined && { readers_may_submit }),
    ...(name !== undefined && { name }),
  };
  const saved = await transact(db, async (trx) => {
    const now = await trx.selectFrom('site_settings').selectAll().forUpdate().executeTakeFirstOrThrow();
    assertIfMatch(read, toSettings(now).tag);
    // Strictly increasing, even within a millisecond, as it is the tag.
    const updated_at = sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 ms')`;
    const row = await trx
      .updateTable('site_settings')
      .set({ ...change, updated_at })
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, { actor, action: 'settings.changed', subject: { kind: 'settings', id: 'site' }, details: change });
    // Every process takes over the name from the notification; every page shows it, and every tale whether changes may be suggested.
    const isRenamed = row.name !== now.name;
    const isShown = isRenamed || row.allows_suggestions !== now.allows_suggestions;
    const tags = [...(isRenamed ? [RENAMED + row.name] : []), 'all'];
    if (isShown) await notifyCache(tags).execute(trx);
    return toSettings(row);
  });
  setSiteName(saved.name);
  return saved;
}

type Row = Omit<SiteSettings, 'tag'> & { updated_at: Date };

function toSettings({ publish_requires_source, allows_suggestions, readers_may_submit, name, updated_at }: Row): SiteSettings {
  return { publish_requires_source, allows_suggestions, readers_may_submit, name, tag: String(updated_at.getTime()) };
}
