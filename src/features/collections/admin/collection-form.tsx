import { OrderedList } from '#src/admin-ui/ordered-list.tsx';
import { FormFrame, slugHint, useRecordForm } from '#src/admin-ui/record-form.tsx';
import { AreaField, LineField } from '#src/admin-ui/text-fields.tsx';
import type { ManagedCollection } from '#src/features/collections/contract.ts';
import { TaleLine } from '#src/features/tales/components/tale-line.tsx';
import { TaleSearch } from '#src/features/tales/components/tale-search.tsx';
import type { TaleOption } from '#src/features/tales/contract.ts';
import { formatTaleCount } from '#src/ui/format.ts';
import { urls } from '#src/urls.ts';

type Props = {
  collection: ManagedCollection | null;
  onSaved: (collection: ManagedCollection) => void;
  onDelete?: () => void;
};

const MAX_TALES = 200;

/** Form of a collection, with its tales in order. */
export function CollectionForm({ collection, onSaved, onDelete }: Props) {
  const form = useRecordForm<CollectionValues, ManagedCollection>({
    saved: collection,
    toValues: collectionValues,
    path: '/admin/collections',
    toBody: collectionBody,
    onSaved,
    noun: 'collection',
    labels: COLLECTION_LABELS,
  });
  const { field, values, problems, set, saved } = form;
  const foot =
    saved === null ? undefined : (
      <>
        {saved.public_tales > 0 ? (
          <a className="btn btn-quiet" href={urls.collection(saved.slug)}>
            View page
          </a>
        ) : null}
        <button type="button" className="btn btn-quiet is-danger" onClick={onDelete}>
          Delete...
        </button>
      </>
    );
  return (
    <FormFrame {...form.frame} title={saved === null ? 'Create New Collection' : saved.title} foot={foot}>
      <LineField {...field('title')} maxLength={200} required autoFocus={saved === null} />
      <AreaField {...field('description')} rows={2} maxLength={500} hint="Shown on its card" />
      <AreaField {...field('introduction')} rows={5} hint="Shown above its tales. Separate paragraphs by a blank line." />
      <LineField {...field('slug')} maxLength={120} hint={slugHint(saved, 'title')} />
      <CollectionTales tales={values.tales} problems={problems.tales} onChange={(tales) => set({ tales })} />
    </FormFrame>
  );
}

type TalesProps = { tales: TaleOption[]; problems: readonly string[] | undefined; onChange: (tales: TaleOption[]) => void };

function CollectionTales({ tales, problems = [], onChange }: TalesProps) {
  const byId = new Map(tales.map((tale) => [tale.id, tale]));
  return (
    <section className="field" aria-labelledby="collection-tales">
      <h3 id="collection-tales" className="desk-part">
        Tales <small className="figures">{tales.length === 0 ? '' : formatTaleCount(tales.length)}</small>
      </h3>
      {problems.map((problem) => (
        <p key={problem} className="field-wrong" role="alert">
          {problem}
        </p>
      ))}
      {tales.length === 0 ? <p className="hint">No tales yet. A collection is shown once it has a public tale.</p> : null}
      <OrderedList
        label="Tales in their order"
        items={tales}
        nameOf={({ title }) => title}
        row={(tale) => <TaleLine tale={tale} />}
        onOrder={(ids) => onChange(ids.flatMap((id) => byId.get(id) ?? []))}
        onRemove={({ id }) => onChange(tales.filter((tale) => tale.id !== id))}
      />
      <TaleSearch
        label="Add a tale"
        chosen={new Set(byId.keys())}
        full={tales.length >= MAX_TALES ? `A collection holds at most ${MAX_TALES} tales.` : undefined}
        onAdd={(tale) => onChange([...tales, tale])}
      />
    </section>
  );
}

type CollectionValues = { title: string; description: string; introduction: string; slug: string; tales: TaleOption[] };

const COLLECTION_LABELS: Record<keyof CollectionValues, string> = {
  title: 'Title',
  description: 'Description',
  introduction: 'Introduction',
  slug: 'Address',
  tales: 'Tales',
};

function collectionValues(collection: ManagedCollection | null): CollectionValues {
  const { title = '', description = '', introduction = '', slug = '', tales = [] } = collection ?? {};
  return { title, description, introduction, slug, tales };
}

/** Request body. An empty slug is omitted, so that the server generates it from the title. */
function collectionBody({ tales, slug, ...texts }: Partial<CollectionValues>): Record<string, unknown> {
  return { ...texts, ...(slug ? { slug } : {}), ...(tales !== undefined && { tales: tales.map(({ id }) => id) }) };
}
