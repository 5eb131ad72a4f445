import type { ManagedAuthor } from '#src/features/authors/contract.ts';
import { urls } from '#src/urls.ts';
import { AUTHOR_LABELS, type AuthorValues, authorBody, authorValues } from './author-values.ts';
import { FormFrame } from './form-frame.tsx';
import { slugHint } from './slug-hint.ts';
import { AreaField, LineField, SelectField } from './text-fields.tsx';
import { useRecordForm } from './use-record-form.ts';

type Props = {
  author: ManagedAuthor | null;
  onSaved: (author: ManagedAuthor) => void;
  onMerge?: () => void;
  onRetire?: () => void;
};

const KINDS = [
  ['person', 'A person'],
  ['tradition', 'A tradition'],
] as const;

/** The form of an author; for a new one nothing but the name is needed. */
export function AuthorForm({ author, onSaved, onMerge, onRetire }: Props) {
  const form = useRecordForm<AuthorValues, ManagedAuthor>({
    kept: author,
    toValues: authorValues,
    path: '/admin/authors',
    toBody: authorBody,
    onSaved,
    noun: 'author',
  });
  const { values, problems, set, kept } = form;
  const field = (name: keyof AuthorValues) => ({
    label: AUTHOR_LABELS[name],
    value: values[name],
    problems: problems[name],
    onChange: (value: string) => set({ [name]: value }),
  });
  const foot =
    kept === null ? undefined : (
      <>
        {kept.public_tales > 0 ? (
          <a className="btn btn-quiet" href={urls.author(kept.slug)}>
            View page
          </a>
        ) : null}
        <a className="btn btn-quiet" href={urls.manageTales(`author=${encodeURIComponent(kept.slug)}`)}>
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
      title={kept === null ? 'Create New Author' : kept.name}
      labels={AUTHOR_LABELS}
      onSubmit={form.submit}
      onReset={form.reset}
      foot={foot}
    >
      <div className="two">
        <LineField {...field('name')} maxLength={200} required autoFocus={kept === null} />
        <LineField {...field('sort_name')} maxLength={200} hint="For the list by letters: Andersen, Hans Christian" />
      </div>
      <div className="two">
        <SelectField {...field('kind')} options={KINDS} />
        <LineField {...field('origin')} maxLength={60} hint="One word, such as Danish" />
      </div>
      <div className="two">
        <LineField {...field('dates')} maxLength={200} hint="As readers see it: about 620–564 BC" />
        <LineField {...field('place')} maxLength={200} />
      </div>
      <div className="two">
        <LineField {...field('born_year')} inputMode="numeric" maxLength={5} />
        <LineField {...field('died_year')} inputMode="numeric" maxLength={5} />
      </div>
      <AreaField {...field('biography')} rows={8} hint="A blank line begins a new paragraph." />
      <LineField {...field('slug')} maxLength={120} hint={slugHint(kept, 'name')} />
      <AreaField {...field('other_names')} rows={3} hint="One on each line. A tale that is saved with one of these goes to this author." />
    </FormFrame>
  );
}
