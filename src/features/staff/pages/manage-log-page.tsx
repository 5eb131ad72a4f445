import { momentOf } from '#src/ui/when.ts';
import { urls } from '#src/urls.ts';
import { ListPanel } from '../components/list-panel.tsx';
import { logSentence } from '../components/log-sentence.ts';
import { StaffFrame } from '../components/staff-frame.tsx';
import { useStaffList } from '../components/use-staff-list.ts';
import type { LogPage } from '../contract.ts';

/** What administrators did. */
export function ManageLogPage() {
  const query = useStaffList<LogPage>('/log', {});
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <StaffFrame title="Log" lede="What administrators did, newest first" path={urls.manageLog()}>
      <ListPanel
        query={query}
        count={entries.length}
        words={['entry', 'entries']}
        loading="Loading log..."
        empty="Nothing has been done yet"
        failed="Error loading log"
      >
        <table className="table">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td className="when figures">{momentOf(entry.at)}</td>
                <td>
                  <bdi>{entry.bySite ? 'The server' : (entry.actor ?? 'A former administrator')}</bdi>
                </td>
                <td>{logSentence(entry)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ListPanel>
    </StaffFrame>
  );
}
