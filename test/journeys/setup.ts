import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openFileStore } from '#src/platform/objects/open-store.ts';
import { addFile, attach, storeBytes } from '../attached-files.ts';
import { INSERT_ISSUE } from '../issue-contents.ts';
import { type Site, startSite } from '../site.ts';
import { runSql } from '../sql.ts';
import { DELETED_SLUG, ISSUE_DATE } from './pages.ts';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
    databaseUrl: string;
    dataDir: string;
  }
}

/** Starts one site for all journeys of a project. Journeys change only data they have added. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Not production: emails are written to a folder, where tests read them. Webhooks are received on this machine.
  const site = await startSite({ env: { NODE_ENV: 'journeys', WEBHOOK_ALLOW_PRIVATE: 'on' } });
  // A slug without a tale is that of a permanently deleted tale.
  await runSql(site.databaseUrl, 'insert into tale_slugs (slug) values ($1)', [DELETED_SLUG]);
  const tales = ['rapunzel', 'the-frog-king', 'no-such-tale'];
  await runSql(site.databaseUrl, INSERT_ISSUE, [ISSUE_DATE, 'Rapunzel, and what is new on the shelves', tales]);
  await attachFiles(site);
  // As after the first weeks: the checklist for new sites has a site of its own.
  await runSql(site.databaseUrl, 'update site_settings set setup_dismissed_at = now()');
  project.provide('origin', site.origin);
  project.provide('databaseUrl', site.databaseUrl);
  project.provide('dataDir', site.dataDir);
  return async () => {
    await site.stop();
    // The browser rarely shows why a request failed.
    const warnings = site.log.filter(({ level, event }) => level === 'error' || (level === 'warn' && event !== 'sign_in_refused'));
    // biome-ignore lint/suspicious/noConsole: the log belongs to the test report
    for (const line of warnings) console.log(`Logged by the site: ${JSON.stringify(line)}`);
  };
}

/** Files of every kind on a tale and a collection, for the tests of every page. They are too large to be saved offline. */
async function attachFiles({ databaseUrl, dataDir }: Site): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  try {
    const files = [
      await addFile(pool, { name: 'The tower, to colour.pdf', bytes: 6_543_210 }),
      await addFile(pool, { name: 'Song of the tower.mp3', mediaType: 'audio/mpeg', bytes: 7_456_789 }),
      await addFile(pool, { name: 'Answers.pdf', access: 'members' }),
    ];
    const store = openFileStore({ dataDir, s3: undefined });
    for (const id of files) await storeBytes(pool, store, id);
    const { rows } = await pool.query<{ id: string }>("select id from tales where slug = 'rapunzel'");
    await attach(pool, rows[0]?.id ?? '', files);
    await pool.query(
      "insert into collection_files select c.id, $1, 1, 'worksheet', '', 'For crayons' from collections c where slug = 'ten-minutes-to-bedtime'",
      [files[0]],
    );
  } finally {
    await pool.end();
  }
}
