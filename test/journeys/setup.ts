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

/** One site for all journeys: they read it, and what they add by SQL is their own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Not in earnest: letters may be asked for, as the mails are read in their folder.
  const site = await startSite({ env: { NODE_ENV: 'journeys' } });
  // An address without a tale is one of a tale deleted for good.
  await runSql(site.databaseUrl, 'insert into tale_slugs (slug) values ($1)', [DELETED_SLUG]);
  const tales = ['rapunzel', 'the-frog-king', 'no-such-tale'];
  await runSql(site.databaseUrl, INSERT_ISSUE, [ISSUE_DATE, 'Rapunzel, and what is new on the shelves', tales]);
  project.provide('origin', site.origin);
  project.provide('databaseUrl', site.databaseUrl);
  project.provide('dataDir', site.dataDir);
  return async () => {
    await site.stop();
    // What the browser shows of a failure seldom says why.
    const warnings = site.log.filter(({ level, event }) => level === 'error' || (level === 'warn' && event !== 'sign_in_refused'));
    // biome-ignore lint/suspicious/noConsole: the report of the tests is where one looks
    for (const line of warnings) console.log(`The site logged: ${JSON.stringify(line)}`);
  };
}
