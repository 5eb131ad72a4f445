import type { ManagedCategories, ManagedCategory } from '#src/features/categories/contract.ts';
import { urls } from '#src/urls.ts';
import { CATEGORY_LABELS, type CategoryValues, categoryBody, categoryValues, readable } from './category-values.ts';
import { FormFrame } from './form-frame.tsx';
import { slugHint } from './slug-hint.ts';
import { LineField, SelectField } from './text-fields.tsx';
import { useRecordForm } from './use-record-form.ts';

type Props = {
  category: ManagedCategory | null;
  choices: Pick<ManagedCategories, 'palettes' | 'motifs'>;
  onSaved: (category: ManagedCategory) => void;
  onMerge?: () => void;
  onRetire?: () => void;
};

/** The form of a category; for a new one nothing but the name is needed. */
export function CategoryForm({ category, choices, onSaved, onMerge, onRetire }: Props) {
  const form = useRecordForm<CategoryValues, ManagedCategory>({
    kept: category,
    toValues: categoryValues,
    path: '/admin/categories',
    toBody: categoryBody,
    onSaved,
    noun: 'category',
  });
  const { values, problems, set, kept } = form;
  const field = (name: Exclude<keyof CategoryValues, 'on_home'>) => ({
    label: CATEGORY_LABELS[name],
    value: values[name],
    problems: problems[name],
    onChange: (value: string) => set({ [name]: value }),
  });
  const listOf = (names: string[]) => [
    ...(kept === null ? [['', 'By the name'] as const] : []),
    ...names.map((name) => [name, readable(name)] as const),
  ];
  const foot =
    kept === null ? undefined : (
      <>
        <a className="btn btn-quiet" href={urls.category(kept.slug)}>
          View page
        </a>
        <a className="btn btn-quiet" href={urls.manageTales(`category=${encodeURIComponent(kept.slug)}`)}>
          Show tales
        </a>
        <button type="button" className="btn btn-quiet" onClick={onMerge}>
          Merge into another...
        </button>
        <button type="button" className="btn btn-quiet is-danger" onClick={onRetire}>
          Retire...
        </button>
      </>
    );
  return (
    <FormFrame
      {...form}
      title={kept === null ? 'Create New Category' : kept.name}
      labels={CATEGORY_LABELS}
      onSubmit={form.submit}
      onReset={form.reset}
      foot={foot}
    >
      <div className={kept === null ? undefined : 'with-picture'}>
        {kept === null ? null : <img className="arch" src={kept.cover} alt="" width="600" height="800" />}
        <div>
          <LineField {...field('name')} maxLength={60} required autoFocus={kept === null} />
          <LineField {...field('description')} maxLength={500} hint="One line, below the name" />
          <SelectField
            {...field('palette')}
            options={listOf(choices.palettes)}
            hint="The covers of its tales are drawn in these: those that the category of that name began with."
          />
          <SelectField {...field('motif')} options={listOf(choices.motifs)} />
        </div>
      </div>
      <div className="two">
        {kept === null ? null : <LineField {...field('colour')} type="color" hint="Of small things beside its name" />}
        <LineField {...field('slug')} maxLength={60} hint={slugHint(kept, 'name')} />
      </div>
      <div className="field">
        <label className="check">
          <input type="checkbox" checked={values.on_home} onChange={(event) => set({ on_home: event.target.checked })} />
          <span>Show it on the home page, once it has tales</span>
        </label>
      </div>
    </FormFrame>
  );
}
