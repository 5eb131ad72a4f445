/** The checklist for new sites: what an administrator sets up first, each step answered from the data of the site. */
import { sql } from 'kysely';
import { listLastBackups } from '#src/features/backup/backup.ts';
import { STARTER_LIBRARY } from '#src/features/starter-library/starter-library.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { configurationWarnings, type StatusDeps } from './admin-status.ts';
import { SetupInput, SetupStatus } from './contract.ts';

type Admin = { id: string };
type SetupDeps = Pick<StatusDeps, 'db' | 'config'>;

/** For administrators only: their guard must not accept API keys. */
export function setupEndpoints(deps: SetupDeps): Endpoint<Admin>[] {
  return [
    endpoint({
      ...{
        id: 'getSetup',
        method: 'GET',
        path: '/setup',
        summary: 'Get the setup checklist',
        description: 'The steps to set up a new site, and whether the checklist was dismissed.',
        response: SetupStatus,
      },
      run: (_: { caller: Admin }) => readSetup(deps),
    }),
    endpoint({
      ...{
        id: 'updateSetup',
        method: 'PUT',
        path: '/setup',
        summary: 'Dismiss or show the setup checklist',
        description: 'Dismisses the checklist for all administrators, or shows it again.',
      },
      ...{ body: SetupInput, response: SetupStatus },
      run: async ({ caller, body }) => {
        await writeDismissal(deps.db, caller.id, body.is_dismissed);
        return readSetup(deps);
      },
    }),
  ];
}

export async function readSetup({ db, config }: SetupDeps): Promise<SetupStatus> {
  const [stored, backups] = await Promise.all([readStoredSteps(db), listLastBackups(db)]);
  return {
    is_dismissed: stored.is_dismissed,
    steps: [
      { id: 'site_name', is_done: stored.has_name },
      { id: 'email', is_done: !configurationWarnings(config).includes('no_smtp') },
      { id: 'first_tale', is_done: stored.has_tale },
      { id: 'newsletter', is_done: stored.has_newsletter },
      // Base backups of the WAL archive are in the log as well.
      { id: 'backup', is_done: backups.length > 0 },
    ],
  };
}

type StoredSteps = { is_dismissed: boolean; has_name: boolean; has_tale: boolean; has_newsletter: boolean };

/**
 * Tales of the starter library are imported in one transaction, so they have the time of its run as their creation time. With `order by`,
 * the index of public tales is read from its end, past the tales of the starter library at most, however many drafts there are.
 *
 * Issues are composed and sent without an editor, so an issue alone shows nothing: what counts is an edited one, or a schedule that was
 * saved after the first start, when the starter library was imported.
 */
async function readStoredSteps(db: Db): Promise<StoredSteps> {
  const { rows } = await sql<StoredSteps>`
    select s.setup_dismissed_at is not null as is_dismissed, s.name <> '' as has_name,
      (select true from tales
        where status = 'published' and deleted_at is null and publish_date <= now() and created_at is distinct from run.imported_at
        order by publish_date desc limit 1) is not null as has_tale,
      exists (select from newsletter_issues where is_edited) or coalesce(n.updated_at > run.imported_at, false) as has_newsletter
    from site_settings s cross join newsletter_schedule n left join seed_runs run on run.name = ${STARTER_LIBRARY}`.execute(db);
  if (rows[0] === undefined) throw new Error('The site has no settings.');
  return rows[0];
}

async function writeDismissal(db: Db, actor: string, isDismissed: boolean): Promise<void> {
  await transact(db, async (trx) => {
    // Not `updated_at`, the tag of the settings that may be open in a form.
    const { numUpdatedRows } = await trx
      .updateTable('site_settings')
      .set({ setup_dismissed_at: isDismissed ? sql<Date>`now()` : null })
      .where('setup_dismissed_at', isDismissed ? 'is' : 'is not', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    const action = isDismissed ? 'setup.dismissed' : 'setup.shown';
    await audit(trx, { actor, action, subject: { kind: 'settings', id: 'site' } });
  });
}
