import type { TestProject } from 'vitest/node';
import { INSERT_ISSUE } from '../issue-contents.ts';
import { startSite } from '../site.ts';
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
  // Not production: emails are written to a folder, where tests read them.
  const site = await startSite({ env: { NODE_ENV: 'journeys' } });
  // A slug without a tale is that of a permanently deleted tale.
  await runSql(site.databaseUrl, 'insert into tale_slugs (slug) values ($1)', [DELETED_SLUG]);
  const tales = ['rapunzel', 'the-frog-king', 'no-such-tale'];
  await runSql(site.databaseUrl, INSERT_ISSUE, [ISSUE_DATE, 'Rapunzel, and what is new on the shelves', tales]);
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
