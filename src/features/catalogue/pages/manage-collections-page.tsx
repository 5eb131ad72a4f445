import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import type { CollectionRow, CollectionRows, ManagedCollection } from '#src/features/collections/contract.ts';
import { StaffFrame } from '#src/features/staff/components/staff-frame.tsx';
import { toast } from '#src/ui/toast.ts';
import { talesCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';
import { CollectionForm } from '../components/collection-form.tsx';
import { Desk } from '../components/desk.tsx';
import { OrderedList } from '../components/ordered-list.tsx';
import { RecordNote } from '../components/record-note.tsx';
import { RetireCollection } from '../components/retire-collection.tsx';
import { useKeptList } from '../components/use-kept-list.ts';
import { match, useKeep, useRecord } from '../components/use-record.ts';
import type { DeskPageProps } from './desk-page-props.ts';

const PATH = '/collections';

/** The collections in their order, and the one that is open: by the address `?id=` or `?mode=new`. */
export function ManageCollectionsPage({ search, go }: DeskPageProps) {
  const query = useRecord<CollectionRows>(PATH);
  const keep = useKeep();
  const client = useQueryClient();
  const list = query.data;
  const order = useKeptList<number, CollectionRows>({
    kept: list && { ids: list.collections.map(({ id }) => id), tag: list.tag },
    put: (ids, tag) => send('PUT', '/admin/collections/order', { ids }, match(tag)),
    read: (answer) => ({ ids: answer.collections.map(({ id }) => id), tag: answer.tag }),
    onAnswer: (answer) => keep(PATH, answer),
    reload: () => query.refetch(),
    failTitle: 'Error ordering collections',
  });
  const { id = '', mode } = search;
  const shown = order.ids.flatMap((each) => list?.collections.find((collection) => collection.id === each) ?? []);
  const refresh = () => client.invalidateQueries({ queryKey: ['staff', PATH], exact: true });

  async function saved(collection: ManagedCollection): Promise<void> {
    keep(`${PATH}/${collection.id}`, collection);
    await refresh();
    if (String(collection.id) !== id) go(urls.manageCollections(`id=${collection.id}`));
  }

  async function retired(): Promise<void> {
    void toast({ title: 'Collection retired', text: 'Its tales stay where they are.' });
    client.removeQueries({ queryKey: ['staff', `${PATH}/${id}`] });
    await refresh();
    go(urls.manageCollections());
  }

  return (
    <StaffFrame title="Collections" lede="Tales gathered for an evening, a season or a mood" path={urls.manageCollections()}>
      <Desk
        title="Collections"
        add={{ name: 'New Collection', href: urls.manageCollections('mode=new') }}
        none="Select a collection to edit or create a new one"
        list={
          <RecordNote query={query} loading="Loading collections..." gone="The collections are not there.">
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
                  body: <OpenCollection key={id} id={id} others={list?.collections ?? []} onSaved={saved} onRetired={retired} />,
                }
        }
      />
    </StaffFrame>
  );
}

type OpenProps = {
  id: string;
  others: CollectionRow[];
  onSaved: (collection: ManagedCollection) => Promise<void>;
  onRetired: () => Promise<void>;
};

function OpenCollection({ id, others, onSaved, onRetired }: OpenProps) {
  const record = useRecord<ManagedCollection>(`${PATH}/${encodeURIComponent(id)}`);
  const [isRetiring, setRetiring] = useState(false);
  return (
    <RecordNote query={record} loading="Loading collection..." gone="This collection is not there any more.">
      {(collection) => (
        <>
          <CollectionForm collection={collection} onSaved={(each) => void onSaved(each)} onRetire={() => setRetiring(true)} />
          {isRetiring ? (
            <RetireCollection
              collection={collection}
              others={others}
              onRetired={() => void onRetired()}
              onCancel={() => setRetiring(false)}
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
              ? 'No tales: not shown'
              : tales === public_tales
                ? talesCount(tales)
                : `${talesCount(tales)}, ${public_tales} public`}
          </small>
        </span>
      </span>
    </a>
  );
}
