import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { match, RecordNote, useRecord, useStoreRecord } from '#src/admin-ui/record.tsx';
import { RecordLayout } from '#src/admin-ui/record-layout.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { formatLocalDate } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { PageForm } from '../components/page-form.tsx';
import { PageHistory } from '../components/page-history.tsx';
import type { ManagedPage, PageRow, PageRows, PageVersion } from '../contract.ts';

/** Static pages, and the open one (`?page=`). */
export function ManagePagesPage({ search }: { search: Record<string, string | undefined> }) {
  const query = useRecord<PageRows>('/pages', { changes: 'pages' });
  const { page = '' } = search;
  return (
    <AdminFrame title="Pages" lede="Texts linked in the footer" path={urls.managePages()}>
      <RecordLayout
        title="Pages"
        none="Select a page to edit it"
        list={
          <RecordNote query={query} loading="Loading pages..." gone="The pages could not be found.">
            {({ pages }) => (
              <ul className="desk-rows">
                {pages.map((row) => (
                  <li key={row.id}>
                    <PageLink row={row} isOpen={row.id === page} />
                  </li>
                ))}
              </ul>
            )}
          </RecordNote>
        }
        open={page === '' ? null : { key: page, title: 'Page', back: urls.managePages(), body: <PageEditor key={page} name={page} /> }}
      />
    </AdminFrame>
  );
}

function PageLink({ row: { id, title, is_default, changed_at, by }, isOpen }: { row: PageRow; isOpen: boolean }) {
  return (
    <a href={urls.managePages(id)} aria-current={isOpen ? 'true' : undefined}>
      <span>
        <b>
          <bdi>{title}</bdi>
        </b>
        <small>
          {is_default ? 'Default text' : 'Custom text'}
          {by === null ? null : (
            <>
              , <bdi>{by}</bdi>
            </>
          )}
        </small>
      </span>
      <span className="desk-count figures">{formatLocalDate(changed_at)}</span>
    </a>
  );
}

/** The open page: its form or its version history. */
function PageEditor({ name }: { name: string }) {
  const path = `/pages/${encodeURIComponent(name)}`;
  const record = useRecord<ManagedPage>(path, { changes: 'pages', id: name });
  const keep = useStoreRecord();
  const client = useQueryClient();
  const [isHistory, setHistory] = useState(false);
  const [restoring, setRestoring] = useState<PageVersion | null>(null);

  async function saved(page: ManagedPage): Promise<void> {
    keep(path, page);
    await client.invalidateQueries({ queryKey: ['staff', '/pages'], exact: true });
    await client.invalidateQueries({ queryKey: ['staff', `${path}/versions`] });
  }

  async function restore(page: ManagedPage, { version }: PageVersion): Promise<void> {
    try {
      await saved(await apiRequest('POST', `/admin${path}/restore`, { version }, match(page.version)));
      void toast({ title: 'Version restored', text: 'Readers see it now. The previous text is in the version history.' });
      setHistory(false);
    } catch (error) {
      void toast({ title: 'Error restoring version', text: error instanceof Error ? error.message : '', wrong: true });
      if (error instanceof ApiError && error.status === 412) await record.refetch();
    }
    setRestoring(null);
  }

  return (
    <RecordNote query={record} loading="Loading page..." gone="This page does not exist.">
      {(page) => (
        <>
          {isHistory ? <PageHistory page={page} onBack={() => setHistory(false)} onRestore={setRestoring} /> : null}
          {/* Stays mounted under the history, so that unsaved text is not lost. */}
          <div hidden={isHistory}>
            <PageForm page={page} onSaved={(each) => void saved(each)} onHistory={() => setHistory(true)} />
          </div>
          {restoring === null ? null : (
            <ConfirmDialog
              title="Restore this version?"
              confirm="Restore"
              isSafe
              onConfirm={() => restore(page, restoring)}
              onCancel={() => setRestoring(null)}
            >
              Readers see this version at once. The current text stays in the version history. Unsaved changes stay in the form.
            </ConfirmDialog>
          )}
        </>
      )}
    </RecordNote>
  );
}
