import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { StaffPage } from '#src/features/staff/components/staff-frame.tsx';
import { useStaffList } from '#src/features/staff/components/use-staff-list.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { urls } from '#src/urls.ts';
import { DetailPanel } from '../components/detail-panel.tsx';
import { openAt, readAddress, writeAddress } from '../components/manage-address.ts';
import { TaleList } from '../components/tale-list.tsx';
import { useDeeds } from '../components/use-deeds.ts';
import { useListKeys } from '../components/use-list-keys.ts';
import { usePicks } from '../components/use-picks.ts';
import { useShown } from '../components/use-shown.ts';
import { useKnownTale, useTale } from '../components/use-tale.ts';
import { viewTale } from '../components/view-tale.ts';
import type { SavedAnswer, TaleListPage, TaleRow } from '../contract.ts';

type Props = {
  /** The parameters of the address. */
  search: Record<string, string | undefined>;
  /** Goes to another address, with this one to come back to. A form with unsaved words asks first. */
  open: (href: string) => void;
  /** The same without a step to go back to. */
  show: (href: string) => void;
};

/** All tales, and the one that is open. What is shown stands in the address. */
export function ManageTalesPage({ search, open, show }: Props) {
  const key = JSON.stringify(search);
  const address = useMemo(() => readAddress(JSON.parse(key)), [key]);
  const { asked, tale: openId, mode } = address;
  const query = useStaffList<TaleListPage>('/tales', asked);
  const opened = useTale(openId);
  const keepTale = useKnownTale();
  const client = useQueryClient();
  const tales = query.data?.pages.flatMap((page) => page.tales) ?? [];
  const picks = usePicks(tales);
  const [toDelete, setToDelete] = useState<Pick<TaleRow, 'id' | 'title'> | null>(null);
  const onAsk = useCallback((changes: Record<string, string>) => show(writeAddress(address, changes)), [address, show]);
  const close = () => show(openAt(address, ''));
  const { remove, moveToBin, restore, changeMany } = useDeeds({ onGone: (ids) => ids.includes(openId) && close() });
  const create = () => open(openAt(address, '', 'new'));
  const edit = (id: string) => open(openAt(address, id, 'edit'));
  const { list, detail } = useShown(address);
  useListKeys({ edit, create, pick: picks.toggle, isWriting: mode !== 'view' });

  function onSaved({ tale }: SavedAnswer): void {
    keepTale(tale);
    void client.invalidateQueries({ queryKey: ['staff', '/tales'] });
    show(openAt(address, tale.id));
  }

  return (
    <StaffPage
      title="Manage Fairy Tales"
      lede="Create, edit, and organize your collection of fairy tales"
      path={urls.manageTales()}
      className={openId === '' && mode !== 'new' ? '' : 'has-open'}
    >
      <div className="manage-grid">
        <div ref={list}>
          <TaleList
            {...{ asked, query, tales, openId, picks, changeMany, onAsk }}
            deeds={{ view: (tale) => viewTale(tale), edit: ({ id }) => edit(id), moveToBin, restore, remove: setToDelete }}
            onOpen={({ id }) => open(openAt(address, id))}
            onNew={create}
          />
        </div>
        <div ref={detail}>
          <DetailPanel
            {...{ address, onSaved }}
            query={opened}
            onBack={() => open(openAt(address, ''))}
            onEdit={() => edit(openId)}
            onCancel={() => open(openAt(address, openId))}
            onView={(tale) => viewTale(tale)}
            onRestore={(tale) => void restore(tale)}
          />
        </div>
      </div>
      {toDelete === null ? null : (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Delete"
          onCancel={() => setToDelete(null)}
          onConfirm={async () => {
            await remove(toDelete);
            setToDelete(null);
          }}
        >
          This will permanently delete "{toDelete.title}". This action cannot be undone.
        </ConfirmDialog>
      )}
    </StaffPage>
  );
}
