import { useState } from 'react';
import { AdminPage } from '#src/admin-ui/admin-frame.tsx';
import { LiveList, LiveRow, useLiveRows } from '#src/admin-ui/live-rows.tsx';
import { parseListQuery } from '#src/admin-ui/paged-list.tsx';
import { QueryPanel } from '#src/admin-ui/query-panel.tsx';
import { useFocusWhenLost } from '#src/admin-ui/record-layout.tsx';
import { formatLocalTime } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import { ImportWizard } from '../components/import-wizard.tsx';
import { RunTable } from '../components/run-table.tsx';
import { useImports, useRuns } from '../components/use-import.tsx';
import type { ImportState, ImportUpload } from '../contract.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Props = {
  /** Query parameters. */
  search: Record<string, string | undefined>;
  /** Replaces the URL without navigation guards. */
  show: (href: string) => void;
};

/** The import page: one new or open import, unfinished imports and earlier runs. The URL names the open one. */
export function ManageImportPage({ search, show }: Props) {
  const { id: requestedId = '' } = parseListQuery(search, ['id']);
  const id = UUID.test(requestedId) ? requestedId.toLowerCase() : '';
  // The key of the wizard: it must survive the moment when its first upload creates the import, so that running uploads continue.
  const [work, setWork] = useState({ count: 0, id, created: '' });
  if (work.id !== id) setWork({ count: work.created === id ? work.count : work.count + 1, id, created: '' });
  const desk = useFocusWhenLost<HTMLElement>(String(work.count));
  return (
    <AdminPage title="Import" lede="Import tales from books, documents and tables" path={urls.manageImport()} className="imports">
      <section ref={desk} tabIndex={-1} aria-label="Files and tales">
        <ImportWizard
          key={work.count}
          id={id}
          onCreated={(made) => {
            setWork((before) => ({ ...before, created: made.id }));
            show(urls.manageImport(made.id));
          }}
          onDiscarded={() => show(urls.manageImport())}
        />
      </section>
      {id === '' ? <ImportHistory /> : null}
    </AdminPage>
  );
}

/** Unfinished imports and earlier runs. */
function ImportHistory() {
  const imports = useImports();
  const runs = useRuns({ isLive: false });
  const open = useLiveRows('imports', imports, imports.data?.imports.filter(({ state }) => state !== 'done') ?? [], {
    isAboveOthers: true,
  });
  const earlier = useLiveRows('imports', runs, runs.data?.runs ?? []);
  // Undoing a run removes its focused button.
  const heading = useFocusWhenLost<HTMLHeadingElement>(earlier.rows.map(({ state }) => state).join());
  return (
    <>
      <LiveList
        live={open}
        words={['unfinished import', 'unfinished imports']}
        removedText="This import is finished or was discarded"
        isAnnounced
      >
        {open.rows.length === 0 ? null : (
          <section className="panel" aria-labelledby="import-waiting">
            <h2 id="import-waiting">Unfinished imports</h2>
            <OpenImports imports={open.rows} />
          </section>
        )}
      </LiveList>
      <section className="panel" aria-labelledby="import-before">
        <h2 id="import-before" ref={heading} tabIndex={-1}>
          Previous imports
        </h2>
        <QueryPanel query={runs} loading="Loading imports..." failed="Error loading imports">
          <LiveList live={earlier} words={['import', 'imports']} removedText="This import was deleted" isAnnounced>
            {earlier.rows.length === 0 ? <p className="panel-note">No imports yet.</p> : <RunTable runs={earlier.rows} />}
          </LiveList>
        </QueryPanel>
      </section>
    </>
  );
}

const STATE_LABELS: Record<Exclude<ImportState, 'done'>, string> = {
  collecting: 'Not previewed yet',
  checking: 'Creating preview',
  checked: 'Ready to import',
  importing: 'Importing',
  failed: 'Failed',
};

/** Links to unfinished imports. */
function OpenImports({ imports }: { imports: readonly ImportUpload[] }) {
  return (
    <ul className="import-open-ones">
      {imports.map(({ id, state, files, created_at, by }) => (
        <LiveRow key={id} as="li" id={id}>
          <a href={urls.manageImport(id)}>
            <span>
              <b>
                {files.length === 0 ? (
                  'Continue empty import'
                ) : (
                  <>
                    Continue import of <bdi>{namesOf(files)}</bdi>
                  </>
                )}
              </b>
              <small className="figures">
                {state === 'done' ? 'Imported' : STATE_LABELS[state]} · created {formatLocalTime(created_at)}
                {by === null ? null : (
                  <>
                    {' '}
                    by <bdi>{by}</bdi>
                  </>
                )}
              </small>
            </span>
            <Icon name="arrow" />
          </a>
        </LiveRow>
      ))}
    </ul>
  );
}

function namesOf(files: ImportUpload['files']): string {
  const names = files.slice(0, 2).map(({ name }) => name);
  return files.length > 2 ? `${names.join(', ')} and ${files.length - 2} more` : names.join(' and ');
}
