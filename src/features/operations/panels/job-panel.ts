import type { Db } from '#src/platform/db/db.ts';
import { countJobs } from '#src/platform/jobs/count-jobs.ts';
import { type DeadJob, listDeadJobs } from '#src/platform/jobs/dead-jobs.ts';
import type { DeadJobView, Panel } from '../contract.ts';

/** What an error says first is what matters of it; the rest stands in the log. */
const MOST_OF_AN_ERROR = 300;

/** Jobs by task, and the dead ones with their last error. */
export async function readJobs(db: Db): Promise<Panel<'jobs'>> {
  const [{ tasks, isAll }, dead] = await Promise.all([countJobs(db), listDeadJobs(db)]);
  return { tasks, is_all: isAll, dead: dead.map(toView) };
}

function toView({ id, task, tries, addedAt, lastError }: DeadJob): DeadJobView {
  const said = lastError === null ? null : [...lastError].slice(0, MOST_OF_AN_ERROR).join('');
  return { id, task, tries, added_at: addedAt.toISOString(), last_error: said };
}
