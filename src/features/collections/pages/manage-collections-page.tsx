import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionDialog } from '#src/admin-ui/action-dialog.tsx';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { useLiveRows } from '#src/admin-ui/live-rows.tsx';
import { OrderedList, useSavedList } from '#src/admin-ui/ordered-list.tsx';
import type { RecordPageProps } from '#src/admin-ui/paged-list.tsx';
import { deleteRecord, match, RecordNote, useRecord, useStoreRecord } from '#src/admin-ui/record.tsx';
import { RecordLayout } from '#src/admin-ui/record-layout.tsx';
import { SelectField } from '#src/admin-ui/text-fields.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import type { CollectionRow, CollectionRows, ManagedCollection } from '#src/features/collections/contract.ts';
import { AttachFiles } from '#src/features/files/components/attach-files.tsx';
import { formatTaleCount } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { CollectionForm } from '../admin/collection-form.tsx';

const PATH = '/collections';

/** All collections in order, and a form for the one selected by `?id=` or for a new one (`?mode=new`). */
export function ManageCollectionsPage({ search, go }: RecordPageProps) {
  const query = useRecord<CollectionRows>(PATH);
  const store = useStoreRecord();
  const client = useQueryClient();
  const list = query.data;
  const live = useLiveRows('collections', { ...query, queryKey: ['staff', PATH] }, list?.collections ?? [], { also: 'tales' });
  // Changes are based on the order that is shown, not on one that waits to be shown.
  const isShown = live.unseen === 0 && !live.isUnsorted;
  const order = useSavedList<number, CollectionRows>({
    saved: list && { ids: live.rows.map(({ id }) => id), tag: isShown ? list.tag : 'outdated' },
    put: (ids, tag) => apiRequest('PUT', '/admin/collections/order', { ids }, match(tag)),
    read: (answer) => ({ ids: answer.collections.map(({ id }) => id), tag: answer.tag }),
    onAnswer: (answer) => {
      store(PATH, answer);
      live.show();
    },
    reload: () => client.invalidateQueries({ queryKey: ['staff', PATH], exact: true }),
    failTitle: 'Error ordering collections',
  });
  const { id = '', mode } = search;
  const shown = order.ids.flatMap((each) => live.rows.find(({ id: of }) => of === each) ?? []);
  const refresh = () => client.invalidateQueries({ queryKey: ['staff', PATH], exact: true });

  async function saved(collection: ManagedCollection): Promise<void> {
    store(`${PATH}/${collection.id}`, collection);
    await refresh();
    if (String(collection.id) !== id) go(urls.manageCollections(`id=${collection.id}`));
  }

  async function deleted(): Promise<void> {
    void toast({ title: 'Collection deleted', text: 'Its tales were not deleted.' });
    await refresh();
    go(urls.manageCollections());
  }

  return (
    <AdminFrame title="Collections" lede="Lists of tales chosen by editors" path={urls.manageCollections()}>
      <RecordLayout
        title="Collections"
        add={{ name: 'New Collection', href: urls.manageCollections('mode=new') }}
        none="Select a collection to edit or create a new one"
        list={
          <RecordNote query={query} loading="Loading collections..." gone="Could not load collections.">
            {() =>
              shown.length === 0 ? (
                <p className="panel-note">No collections found</p>
              ) : (
                <OrderedList
                  label="Collections in their order"
                  items={shown}
                  nameOf={({ title }) => title}
                  selected={Number(id)}
                  onOrder={(ids) => void order.change(ids)}
                  live={live}
                  words={['collection', 'collections']}
                  row={(collection) => <CollectionLine collection={collection} isOpen={String(collection.id) === id} />}
                />
              )
            }
          </RecordNote>
        }
        open={
          mode === 'new'
            ? {
                key: 'new',
                title: 'New collection',
                back: urls.manageCollections(),
                body: <CollectionForm key="new" collection={null} onSaved={(collection) => void saved(collection)} />,
              }
            : id === ''
              ? null
              : {
                  key: id,
                  title: 'Collection',
                  back: urls.manageCollections(),
                  body: <OpenCollection key={id} id={id} others={list?.collections ?? []} onSaved={saved} onDeleted={deleted} />,
                }
        }
      />
    </AdminFrame>
  );
}

type OpenProps = {
  id: string;
  others: CollectionRow[];
  onSaved: (collection: ManagedCollection) => Promise<void>;
  onDeleted: () => Promise<void>;
};

function OpenCollection({ id, others, onSaved, onDeleted }: OpenProps) {
  const record = useRecord<ManagedCollection>(`${PATH}/${encodeURIComponent(id)}`, { changes: 'collections', id });
  const [isDeleting, setDeleting] = useState(false);
  return (
    <RecordNote query={record} loading="Loading collection..." gone="This collection no longer exists.">
      {(collection) => (
        <>
          <CollectionForm collection={collection} onSaved={(each) => void onSaved(each)} onDelete={() => setDeleting(true)} />
          <AttachFiles path={`${PATH}/${collection.id}`} />
          {isDeleting ? (
            <DeleteCollection
              collection={collection}
              others={others}
              onDeleted={() => void onDeleted()}
              onCancel={() => setDeleting(false)}
            />
          ) : null}
        </>
      )}
    </RecordNote>
  );
}

function CollectionLine({ collection, isOpen }: { collection: CollectionRow; isOpen: boolean }) {
  const { id, title, tales, public_tales } = collection;
  return (
    <a href={urls.manageCollections(`id=${id}`)} aria-current={isOpen ? 'true' : undefined}>
      <span className="row-title">
        <span>
          <b>
            <bdi>{title}</bdi>
          </b>
          <small className="figures">
            {tales === 0
              ? 'No tales, not shown'
              : tales === public_tales
                ? formatTaleCount(tales)
                : `${formatTaleCount(tales)}, ${public_tales} public`}
          </small>
        </span>
      </span>
    </a>
  );
}

type Props = { collection: ManagedCollection; others: CollectionRow[]; onDeleted: () => void; onCancel: () => void };

/** Deletes a collection. Its URL redirects to another one or returns 410. */
function DeleteCollection({ collection, others, onDeleted, onCancel }: Props) {
  const [to, setTo] = useState('');
  const options = others.filter(({ id }) => id !== collection.id).map(({ id, title }) => [String(id), title] as const);
  return (
    <ActionDialog
      title="Are you sure?"
      confirm="Delete"
      text={`“${collection.title}” will be deleted. Its tales will stay. This cannot be undone.`}
      onCancel={onCancel}
      onConfirm={async () => {
        const query = to === '' ? '' : `?to=${to}`;
        await deleteRecord(`${PATH}/${collection.id}`, { query, headers: match(collection.version) });
        onDeleted();
      }}
    >
      <SelectField
        label="Its old URL"
        value={to}
        onChange={setTo}
        options={[['', 'returns “gone” (410)'], ...options.map(([id, title]) => [id, `redirects to: ${title}`] as const)]}
      />
    </ActionDialog>
  );
}
