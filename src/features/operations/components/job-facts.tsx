import { formatCount } from '#src/ui/wording.ts';
import type { Panel } from '../contract.ts';
import { DeadJobs } from './dead-jobs.tsx';

/** Jobs by task, and those that have failed for good. */
export function JobFacts({ jobs: { tasks, is_all, dead } }: { jobs: Panel<'jobs'> }) {
  return (
    <>
      {tasks.length === 0 ? (
        <p className="ops-none">Nothing waits to be done.</p>
      ) : (
        <table className="ops-table">
          <thead>
            <tr>
              <th scope="col">Task</th>
              <th scope="col">Waiting</th>
              <th scope="col">At work</th>
              <th scope="col">Failed</th>
            </tr>
          </thead>
          <tbody>
            {tasks.map(({ task, ...counts }) => (
              <tr key={task}>
                <th scope="row">{task}</th>
                <td>{formatCount(counts.waiting)}</td>
                <td>{formatCount(counts.running)}</td>
                <td>{formatCount(counts.dead)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {is_all ? null : <p className="hint">There are more than 20,000 jobs; only so many were counted.</p>}
      <DeadJobs jobs={dead} />
    </>
  );
}
