import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import { RecordNote } from '#src/features/catalogue/components/record-note.tsx';
import { match, useKeep, useRecord } from '#src/features/catalogue/components/use-record.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { toast } from '#src/ui/toast.ts';
import type { ManagedPage, PageVersion } from '../contract.ts';
import { PageForm } from './page-form.tsx';
import { PageHistory } from './page-history.tsx';

/** A page that is open: its text, or what it said before. */
export function OpenPage({ name }: { name: string }) {
  const path = `/pages/${encodeURIComponent(name)}`;
  const record = useRecord<ManagedPage>(path);
  const keep = useKeep();
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
      await saved(await send('POST', `/admin${path}/restore`, { version }, match(page.version)));
      void toast({ title: 'Version restored', text: 'Readers see it now. What was there is a former version.' });
      setHistory(false);
    } catch (error) {
      void toast({ title: 'Error restoring version', text: error instanceof Error ? error.message : '', wrong: true });
      if (error instanceof Refused && error.status === 412) await record.refetch();
    }
    setRestoring(null);
  }

  return (
    <RecordNote query={record} loading="Loading page..." gone="There is no such page.">
      {(page) => (
        <>
          {isHistory ? <PageHistory page={page} onBack={() => setHistory(false)} onRestore={setRestoring} /> : null}
          {/* It stays while one looks at former versions, with what was typed. */}
          <div hidden={isHistory}>
            <PageForm page={page} onSaved={(each) => void saved(each)} onHistory={() => setHistory(true)} />
          </div>
          {restoring === null ? null : (
            <ConfirmDialog
              title="Restore this version?"
              confirm="Restore"
              onConfirm={() => restore(page, restoring)}
              onCancel={() => setRestoring(null)}
            >
              Readers see its words at once. What the page says now becomes a former version. Words that you have typed and not saved stay
              in the form.
            </ConfirmDialog>
          )}
        </>
      )}
    </RecordNote>
  );
}
