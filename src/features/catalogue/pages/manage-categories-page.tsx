import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import type { ManagedCategories, ManagedCategory } from '#src/features/categories/contract.ts';
import { StaffFrame } from '#src/features/staff/components/staff-frame.tsx';
import { toast } from '#src/ui/toast.ts';
import { talesCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';
import { MergeCategory, RetireCategory } from '../components/category-dialogs.tsx';
import { CategoryForm } from '../components/category-form.tsx';
import { Desk } from '../components/desk.tsx';
import { OrderedList } from '../components/ordered-list.tsx';
import { RecordNote } from '../components/record-note.tsx';
import { useKeptList } from '../components/use-kept-list.ts';
import { match, useKeep, useRecord } from '../components/use-record.ts';
import type { DeskPageProps } from './desk-page-props.ts';

const PATH = '/categories';

/** The categories in their order, and the one that is open: by the address `?id=` or `?mode=new`. */
export function ManageCategoriesPage({ search, go }: DeskPageProps) {
  const query = useRecord<ManagedCategories>(PATH);
  const keep = useKeep();
  const client = useQueryClient();
  const list = query.data;
  const order = useKeptList<number, ManagedCategories>({
    kept: list && { ids: list.categories.map(({ id }) => id), tag: list.tag },
    put: (ids, tag) => send('PUT', '/admin/categories/order', { ids }, match(tag)),
    read: (answer) => ({ ids: answer.categories.map(({ id }) => id), tag: answer.tag }),
    onAnswer: (answer) => keep(PATH, answer),
    reload: () => query.refetch(),
    failTitle: 'Error ordering categories',
  });
  const { id = '', mode } = search;
  const shown = order.ids.flatMap((each) => list?.categories.find((category) => category.id === each) ?? []);

  async function saved(category: ManagedCategory): Promise<void> {
    keep(`${PATH}/${category.id}`, category);
    await client.invalidateQueries({ queryKey: ['staff', PATH], exact: true });
    if (String(category.id) !== id) go(at(category.id));
  }

  async function gone(title: string, text: string, then: string): Promise<void> {
    void toast({ title, text });
    client.removeQueries({ queryKey: ['staff', `${PATH}/${id}`] });
    await client.invalidateQueries({ queryKey: ['staff', PATH], exact: true });
    go(then);
  }

  return (
    <StaffFrame title="Categories" lede="The paths through the wood, in their order" path={urls.manageCategories()}>
      <Desk
        title="Categories"
        add={{ name: 'New Category', href: `${urls.manageCategories()}?mode=new` }}
        none="Select a category to edit or create a new one"
        list={
          <RecordNote query={query} loading="Loading categories..." gone="The categories are not there.">
            {() => (
              <OrderedList
                label="Categories in their order"
                items={shown}
                nameOf={({ name }) => name}
                selected={Number(id)}
                onOrder={(ids) => void order.change(ids)}
                row={(category) => <CategoryLine category={category} isOpen={String(category.id) === id} />}
              />
            )}
          </RecordNote>
        }
        open={
          list !== undefined && mode === 'new'
            ? {
                key: 'new',
                title: 'New category',
                back: urls.manageCategories(),
                body: <CategoryForm key="new" category={null} choices={list} onSaved={(category) => void saved(category)} />,
              }
            : id === '' || list === undefined
              ? null
              : {
                  key: id,
                  title: 'Category',
                  back: urls.manageCategories(),
                  body: (
                    <OpenCategory
                      key={id}
                      id={id}
                      list={list}
                      onSaved={saved}
                      onMerged={(into) => gone('Categories merged', `All its tales are in ${into.name} now.`, at(into.id))}
                      onRetired={() => gone('Category retired', 'The old address says now that it is gone.', urls.manageCategories())}
                    />
                  ),
                }
        }
      />
    </StaffFrame>
  );
}

type OpenProps = {
  id: string;
  list: ManagedCategories;
  onSaved: (category: ManagedCategory) => Promise<void>;
  onMerged: (into: ManagedCategory) => Promise<void>;
  onRetired: () => Promise<void>;
};

function OpenCategory({ id, list, onSaved, onMerged, onRetired }: OpenProps) {
  const record = useRecord<ManagedCategory>(`${PATH}/${encodeURIComponent(id)}`);
  const [asks, setAsks] = useState<'merge' | 'retire' | null>(null);
  const close = () => setAsks(null);
  return (
    <RecordNote query={record} loading="Loading category..." gone="This category is not there any more.">
      {(category) => (
        <>
          <CategoryForm
            category={category}
            choices={list}
            onSaved={(each) => void onSaved(each)}
            onMerge={() => setAsks('merge')}
            onRetire={() => setAsks('retire')}
          />
          {asks === 'merge' ? (
            <MergeCategory category={category} others={list.categories} onMerged={(into) => void onMerged(into)} onCancel={close} />
          ) : null}
          {asks === 'retire' ? <RetireCategory category={category} onRetired={() => void onRetired()} onCancel={close} /> : null}
        </>
      )}
    </RecordNote>
  );
}

function CategoryLine({ category, isOpen }: { category: ManagedCategory; isOpen: boolean }) {
  const { tales, tagged, public_tales } = category;
  const all = tales + tagged;
  return (
    <a href={at(category.id)} aria-current={isOpen ? 'true' : undefined}>
      <span className="row-title">
        <img src={category.cover} alt="" width="36" height="48" loading="lazy" />
        <span>
          <b>
            <bdi>{category.name}</bdi>
          </b>
          <small className="figures">
            {all === 0 ? 'No tales: not shown' : all === public_tales ? talesCount(all) : `${talesCount(all)}, ${public_tales} public`}
          </small>
        </span>
      </span>
    </a>
  );
}

function at(id: number): string {
  return `${urls.manageCategories()}?id=${id}`;
}
