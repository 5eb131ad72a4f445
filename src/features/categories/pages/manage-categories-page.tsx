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
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import type { ManagedCategories, ManagedCategory } from '#src/features/categories/contract.ts';
import { formatTaleCount } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { CategoryForm } from '../admin/category-form.tsx';

const PATH = '/categories';

/** All categories in order, and a form for the one selected by `?id=` or for a new one (`?mode=new`). */
export function ManageCategoriesPage({ search, go }: RecordPageProps) {
  const query = useRecord<ManagedCategories>(PATH);
  const store = useStoreRecord();
  const client = useQueryClient();
  const list = query.data;
  const live = useLiveRows('categories', { ...query, queryKey: ['staff', PATH] }, list?.categories ?? [], { also: 'tales' });
  // Changes are based on the order that is shown, not on one that waits to be shown.
  const isShown = live.unseen === 0 && !live.isUnsorted;
  const order = useSavedList<number, ManagedCategories>({
    saved: list && { ids: live.rows.map(({ id }) => id), tag: isShown ? list.tag : 'outdated' },
    put: (ids, tag) => apiRequest('PUT', '/admin/categories/order', { ids }, match(tag)),
    read: (answer) => ({ ids: answer.categories.map(({ id }) => id), tag: answer.tag }),
    onAnswer: (answer) => {
      store(PATH, answer);
      live.show();
    },
    reload: () => client.invalidateQueries({ queryKey: ['staff', PATH], exact: true }),
    failTitle: 'Error ordering categories',
  });
  const { id = '', mode } = search;
  const shown = order.ids.flatMap((each) => live.rows.find(({ id: of }) => of === each) ?? []);

  async function saved(category: ManagedCategory): Promise<void> {
    store(`${PATH}/${category.id}`, category);
    await client.invalidateQueries({ queryKey: ['staff', PATH], exact: true });
    if (String(category.id) !== id) go(at(category.id));
  }

  async function removed(title: string, text: string, then: string): Promise<void> {
    void toast({ title, text });
    await client.invalidateQueries({ queryKey: ['staff', PATH], exact: true });
    go(then);
  }

  return (
    <AdminFrame title="Categories" lede="The order applies to tabs, lists and the home page" path={urls.manageCategories()}>
      <RecordLayout
        title="Categories"
        add={{ name: 'New Category', href: `${urls.manageCategories()}?mode=new` }}
        none="Select a category to edit or create a new one"
        list={
          <RecordNote query={query} loading="Loading categories..." gone="Could not load categories.">
            {() => (
              <OrderedList
                label="Categories in their order"
                items={shown}
                nameOf={({ name }) => name}
                selected={Number(id)}
                onOrder={(ids) => void order.change(ids)}
                live={live}
                words={['category', 'categories']}
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
                      onMerged={(into) => removed('Categories merged', `All its tales are now in ${into.name}.`, at(into.id))}
                      onDeleted={() => removed('Category deleted', 'The old URL now returns “gone”.', urls.manageCategories())}
                    />
                  ),
                }
        }
      />
    </AdminFrame>
  );
}

type OpenProps = {
  id: string;
  list: ManagedCategories;
  onSaved: (category: ManagedCategory) => Promise<void>;
  onMerged: (into: ManagedCategory) => Promise<void>;
  onDeleted: () => Promise<void>;
};

function OpenCategory({ id, list, onSaved, onMerged, onDeleted }: OpenProps) {
  const record = useRecord<ManagedCategory>(`${PATH}/${encodeURIComponent(id)}`, { changes: 'categories', id });
  const [dialog, setDialog] = useState<'merge' | 'delete' | null>(null);
  const close = () => setDialog(null);
  return (
    <RecordNote query={record} loading="Loading category..." gone="This category no longer exists.">
      {(category) => (
        <>
          <CategoryForm
            category={category}
            choices={list}
            onSaved={(each) => void onSaved(each)}
            onMerge={() => setDialog('merge')}
            onDelete={() => setDialog('delete')}
          />
          {dialog === 'merge' ? (
            <MergeCategory category={category} others={list.categories} onMerged={(into) => void onMerged(into)} onCancel={close} />
          ) : null}
          {dialog === 'delete' ? <DeleteCategory category={category} onDeleted={() => void onDeleted()} onCancel={close} /> : null}
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
            {all === 0
              ? 'No tales, not shown'
              : all === public_tales
                ? formatTaleCount(all)
                : `${formatTaleCount(all)}, ${public_tales} public`}
          </small>
        </span>
      </span>
    </a>
  );
}

function at(id: number): string {
  return `${urls.manageCategories()}?id=${id}`;
}

type MergeProps = {
  category: ManagedCategory;
  others: ManagedCategory[];
  onMerged: (into: ManagedCategory) => void;
  onCancel: () => void;
};

/** Merges a category into another one. */
function MergeCategory({ category, others, onMerged, onCancel }: MergeProps) {
  const [into, setInto] = useState('');
  const options = others.filter(({ id }) => id !== category.id).map(({ id, name }) => [String(id), name] as const);
  return (
    <ActionDialog
      title={`Merge ${category.name}`}
      confirm="Merge"
      text="All its tales will move to the category you choose, including those that only have it as a tag. The old URL will redirect to that category. This cannot be undone."
      onCancel={onCancel}
      onConfirm={async () => {
        if (into === '') throw new ApiError(422, 'invalid', 'Choose the category to merge into.');
        onMerged(await apiRequest('POST', `/admin/categories/${category.id}/merge`, { into: Number(into) }, match(category.version)));
      }}
    >
      <SelectField label="Into" value={into} onChange={setInto} options={[['', 'Choose a category'], ...options]} />
    </ActionDialog>
  );
}

type DeleteProps = { category: ManagedCategory; onDeleted: () => void; onCancel: () => void };

/** Deletes a category without tales. */
function DeleteCategory({ category, onDeleted, onCancel }: DeleteProps) {
  return (
    <ActionDialog
      title="Are you sure?"
      confirm="Delete"
      text={`“${category.name}” will be deleted. The old URL will return “gone” (410). This cannot be undone.`}
      onCancel={onCancel}
      onConfirm={async () => {
        await deleteRecord(`${PATH}/${category.id}`, { headers: match(category.version) });
        onDeleted();
      }}
    />
  );
}
