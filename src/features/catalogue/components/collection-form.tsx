import type { ManagedCollection } from '#src/features/collections/contract.ts';
import type { TalePick } from '#src/features/tales/contract.ts';
import { talesCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';
import { COLLECTION_LABELS, type CollectionValues, collectionBody, collectionValues } from './collection-values.ts';
import { FormFrame } from './form-frame.tsx';
import { OrderedList } from './ordered-list.tsx';
import { slugHint } from './slug-hint.ts';
import { TaleLine } from './tale-line.tsx';
import { TaleSearch } from './tale-search.tsx';
import { AreaField, LineField } from './text-fields.tsx';
import { useRecordForm } from './use-record-form.ts';

type Props = {
  collection: ManagedCollection | null;
  onSaved: (collection: ManagedCollection) => void;
  onRetire?: () => void;
};

const MOST = 200;

/** The form of a collection: its words, and its tales in their order. All is saved together. */
export function CollectionForm({ collection, onSaved, onRetire }: Props) {
  const form = useRecordForm<CollectionValues, ManagedCollection>({
    kept: collection,
    toValues: collectionValues,
    path: '/admin/collections',
    toBody: collectionBody,
    onSaved,
    noun: 'collection',
  });
  const { values, problems, set, kept } = form;
  const field = (name: Exclude<keyof CollectionValues, 'tales'>) => ({
    label: COLLECTION_LABELS[name],
    value: values[name],
    problems: problems[name],
    onChange: (value: string) => set({ [name]: value }),
  });
  const foot =
    kept === null ? undefined : (
      <>
        {kept.public_tales > 0 ? (
          <a className="btn btn-quiet" href={urls.collection(kept.slug)}>
            View page
          </a>
        ) : null}
        <button type="button" className="btn btn-quiet is-danger" onClick={onRetire}>
          Retire...
        </button>
      </>
    );
  return (
    <FormFrame
      {...form}
      title={kept === null ? 'Create New Collection' : kept.title}
      labels={COLLECTION_LABELS}
      onSubmit={form.submit}
      onReset={form.reset}
      foot={foot}
    >
      <LineField {...field('title')} maxLength={200} required autoFocus={kept === null} />
      <AreaField {...field('description')} rows={2} maxLength={500} hint="On its card" />
      <AreaField {...field('introduction')} rows={5} hint="Above its tales. A blank line begins a new paragraph." />
      <LineField {...field('slug')} maxLength={120} hint={slugHint(kept, 'title')} />
      <CollectionTales tales={values.tales} problems={problems.tales} onChange={(tales) => set({ tales })} />
    </FormFrame>
  );
}

type TalesProps = { tales: TalePick[]; problems: readonly string[] | undefined; onChange: (tales: TalePick[]) => void };

function CollectionTales({ tales, problems = [], onChange }: TalesProps) {
  const byId = new Map(tales.map((tale) => [tale.id, tale]));
  return (
    <section className="field" aria-labelledby="collection-tales">
      <h3 id="collection-tales" className="desk-part">
        Tales <small className="figures">{tales.length === 0 ? '' : talesCount(tales.length)}</small>
      </h3>
      {problems.map((problem) => (
        <p key={problem} className="field-wrong" role="alert">
          {problem}
        </p>
      ))}
      {tales.length === 0 ? <p className="hint">No tales yet. A collection is shown once it has one that readers may see.</p> : null}
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
        full={tales.length >= MOST ? `A collection holds at most ${MOST} tales.` : undefined}
        onAdd={(tale) => onChange([...tales, tale])}
      />
    </section>
  );
}
