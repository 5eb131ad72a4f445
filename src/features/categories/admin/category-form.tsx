import { FormFrame, slugHint, useRecordForm } from '#src/admin-ui/record-form.tsx';
import { LineField, SelectField } from '#src/admin-ui/text-fields.tsx';
import type { ManagedCategories, ManagedCategory } from '#src/features/categories/contract.ts';
import { urls } from '#src/urls.ts';

type Props = {
  category: ManagedCategory | null;
  choices: Pick<ManagedCategories, 'palettes' | 'motifs'>;
  onSaved: (category: ManagedCategory) => void;
  onMerge?: () => void;
  onDelete?: () => void;
};

/** Form of a category. Only the name is required. */
export function CategoryForm({ category, choices, onSaved, onMerge, onDelete }: Props) {
  const form = useRecordForm<CategoryValues, ManagedCategory>({
    saved: category,
    toValues: categoryValues,
    path: '/admin/categories',
    toBody: categoryBody,
    onSaved,
    noun: 'category',
    labels: CATEGORY_LABELS,
  });
  const { field, values, set, saved } = form;
  const listOf = (names: string[]) => [
    ...(saved === null ? [['', 'Automatic'] as const] : []),
    ...names.map((name) => [name, toLabel(name)] as const),
  ];
  const foot =
    saved === null ? undefined : (
      <>
        <a className="btn btn-quiet" href={urls.category(saved.slug)}>
          View page
        </a>
        <a className="btn btn-quiet" href={urls.manageTales(`category=${encodeURIComponent(saved.slug)}`)}>
          Show tales
        </a>
        <button type="button" className="btn btn-quiet" onClick={onMerge}>
          Merge into another...
        </button>
        <button type="button" className="btn btn-quiet is-danger" onClick={onDelete}>
          Delete...
        </button>
      </>
    );
  return (
    <FormFrame {...form.frame} title={saved === null ? 'Create New Category' : saved.name} foot={foot}>
      <div className={saved === null ? undefined : 'with-picture'}>
        {saved === null ? null : <img className="arch" src={saved.cover} alt="" width="600" height="800" />}
        <div>
          <LineField {...field('name')} maxLength={60} required autoFocus={saved === null} />
          <LineField {...field('description')} maxLength={500} hint="One line, shown below the name" />
          <SelectField
            {...field('palette')}
            options={listOf(choices.palettes)}
            hint="Colours of generated covers, named after the initial categories."
          />
          <SelectField {...field('motif')} options={listOf(choices.motifs)} />
        </div>
      </div>
      <div className="two">
        {saved === null ? null : <LineField {...field('colour')} type="color" hint="Accent colour next to the name" />}
        <LineField {...field('slug')} maxLength={60} hint={slugHint(saved, 'name')} />
      </div>
      <div className="field">
        <label className="check">
          <input type="checkbox" checked={values.on_home} onChange={(event) => set({ on_home: event.target.checked })} />
          <span>Show on the home page once it has tales</span>
        </label>
      </div>
    </FormFrame>
  );
}

type CategoryValues = {
  name: string;
  description: string;
  palette: string;
  motif: string;
  colour: string;
  slug: string;
  on_home: boolean;
};

const CATEGORY_LABELS: Record<keyof CategoryValues, string> = {
  name: 'Name',
  description: 'Description',
  palette: 'Cover palette',
  motif: 'Image motif',
  colour: 'Colour',
  slug: 'Address',
  on_home: 'Home page',
};

function categoryValues(category: ManagedCategory | null): CategoryValues {
  const { name = '', description = '', palette = '', motif = '', colour = '', slug = '', on_home = false } = category ?? {};
  return { name, description, palette, motif, colour, slug, on_home };
}

/** Request body. Empty values are omitted where the server generates them from the name. */
function categoryBody(values: Partial<CategoryValues>): Record<string, unknown> {
  const generated = new Set(['palette', 'motif', 'colour', 'slug']);
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== '' || !generated.has(name)));
}

/** Converts `magical-creatures` to “Magical creatures”. */
function toLabel(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}
