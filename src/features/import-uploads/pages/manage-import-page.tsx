import { useState } from 'react';
import { useFocusWhenLost } from '#src/features/catalogue/components/use-focus-when-lost.ts';
import { askedOf } from '#src/features/staff/components/asked.ts';
import { StaffPage } from '#src/features/staff/components/staff-frame.tsx';
import { urls } from '#src/urls.ts';
import { AskedPanel } from '../components/asked-panel.tsx';
import { ImportDesk } from '../components/import-desk.tsx';
import { ImportList } from '../components/import-list.tsx';
import { RunTable } from '../components/run-table.tsx';
import { useImports, useRuns } from '../components/use-import.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Props = {
  /** The parameters of the address. */
  search: Record<string, string | undefined>;
  /** Writes another address in the place of this one, and asks nobody. */
  show: (href: string) => void;
};

/** Imports: one that is begun or gone on with, those that wait, and those of before. Which one is open stands in the address. */
export function ManageImportPage({ search, show }: Props) {
  const { id: said = '' } = askedOf(search, ['id']);
  const id = UUID.test(said) ? said.toLowerCase() : '';
  // Of one piece of work: files on their way go on when they get the import that the first of them has made.
  const [work, setWork] = useState({ count: 0, id, begun: '' });
  if (work.id !== id) setWork({ count: work.begun === id ? work.count : work.count + 1, id, begun: '' });
  const desk = useFocusWhenLost<HTMLElement>(String(work.count));
  return (
    <StaffPage title="Import" lede="Tales out of books, documents and tables" path={urls.manageImport()} className="imports">
      <section ref={desk} tabIndex={-1} aria-label="Files and tales">
        <ImportDesk
          key={work.count}
          id={id}
          onBegun={(made) => {
            setWork((before) => ({ ...before, begun: made.id }));
            show(urls.manageImport(made.id));
          }}
          onDiscarded={() => show(urls.manageImport())}
        />
      </section>
      {id === '' ? <Before /> : null}
    </StaffPage>
  );
}

/** What waits to be gone on with, and what was brought in. */
function Before() {
  const imports = useImports();
  const runs = useRuns();
  // What is taken back takes its button with it.
  const heading = useFocusWhenLost<HTMLHeadingElement>(runs.data?.runs.map(({ state }) => state).join() ?? '');
  const open = imports.data?.imports.filter(({ state }) => state !== 'done') ?? [];
  return (
    <>
      {open.length === 0 ? null : (
        <section className="panel" aria-labelledby="import-waiting">
          <h2 id="import-waiting">Not finished yet</h2>
          <ImportList imports={open} />
        </section>
      )}
      <section className="panel" aria-labelledby="import-before">
        <h2 id="import-before" ref={heading} tabIndex={-1}>
          Brought in before
        </h2>
        <AskedPanel query={runs} loading="Loading imports..." failed="Error loading imports">
          {runs.data === undefined || runs.data.runs.length === 0 ? (
            <p className="panel-note">Nothing has been brought in yet.</p>
          ) : (
            <RunTable runs={runs.data.runs} />
          )}
        </AskedPanel>
      </section>
    </>
  );
}
