import { FormFrame, slugHint, useRecordForm } from '#src/admin-ui/record-form.tsx';
import { AreaField, LineField, SelectField } from '#src/admin-ui/text-fields.tsx';
import type { ManagedAuthor } from '#src/features/authors/contract.ts';
import { urls } from '#src/urls.ts';

type Props = {
  author: ManagedAuthor | null;
  onSaved: (author: ManagedAuthor) => void;
  onMerge?: () => void;
  onDelete?: () => void;
};

const KINDS = [
  ['person', 'A person'],
  ['tradition', 'A tradition'],
] as const;

/** Form of an author. Only the name is required. */
export function AuthorForm({ author, onSaved, onMerge, onDelete }: Props) {
  const form = useRecordForm<AuthorValues, ManagedAuthor>({
    saved: author,
    toValues: authorValues,
    path: '/admin/authors',
    toBody: authorBody,
    onSaved,
    noun: 'author',
    labels: AUTHOR_LABELS,
  });
  const { field, saved } = form;
  const foot =
    saved === null ? undefined : (
      <>
        {saved.public_tales > 0 ? (
          <a className="btn btn-quiet" href={urls.author(saved.slug)}>
            View page
          </a>
        ) : null}
        <a className="btn btn-quiet" href={urls.manageTales(`author=${encodeURIComponent(saved.slug)}`)}>
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
    <FormFrame {...form.frame} title={saved === null ? 'Create New Author' : saved.name} foot={foot}>
      <div className="two">
        <LineField {...field('name')} maxLength={200} required autoFocus={saved === null} />
        <LineField {...field('sort_name')} maxLength={200} hint="For the alphabetical list: Andersen, Hans Christian" />
      </div>
      <div className="two">
        <SelectField {...field('kind')} options={KINDS} />
        <LineField {...field('origin')} maxLength={60} hint="One word, such as Danish" />
      </div>
      <div className="two">
        <LineField {...field('dates')} maxLength={200} hint="As shown to readers: about 620–564 BC" />
        <LineField {...field('place')} maxLength={200} />
      </div>
      <div className="two">
        <LineField {...field('born_year')} inputMode="numeric" maxLength={5} />
        <LineField {...field('died_year')} inputMode="numeric" maxLength={5} />
      </div>
      <AreaField {...field('biography')} rows={8} hint="Separate paragraphs by a blank line." />
      <LineField {...field('slug')} maxLength={120} hint={slugHint(saved, 'name')} />
      <AreaField {...field('other_names')} rows={3} hint="One per line. Tales saved with one of these names get this author." />
    </FormFrame>
  );
}

type AuthorValues = {
  name: string;
  sort_name: string;
  kind: string;
  origin: string;
  dates: string;
  born_year: string;
  died_year: string;
  place: string;
  biography: string;
  slug: string;
  other_names: string;
};

const AUTHOR_LABELS: Record<keyof AuthorValues, string> = {
  name: 'Name',
  sort_name: 'Sort name',
  kind: 'Kind',
  origin: 'Origin',
  dates: 'Dates',
  born_year: 'Year of birth',
  died_year: 'Year of death',
  place: 'Place',
  biography: 'Biography',
  slug: 'Address',
  other_names: 'Other names',
};

function authorValues(author: ManagedAuthor | null): AuthorValues {
  const { name = '', sort_name = '', kind = 'person', origin = '', dates = '', place = '', biography = '', slug = '' } = author ?? {};
  return {
    ...{ name, sort_name, kind, origin, dates, place, biography, slug },
    born_year: String(author?.born_year ?? ''),
    died_year: String(author?.died_year ?? ''),
    other_names: author?.other_names.join('\n') ?? '',
  };
}

/** Request body. Invalid years are sent unchanged, for the server to reject. Empty slug and sort name are omitted, so that the server generates them. */
function authorBody({ born_year, died_year, other_names, slug, sort_name, ...texts }: Partial<AuthorValues>): Record<string, unknown> {
  return {
    ...texts,
    ...(slug ? { slug } : {}),
    ...(sort_name ? { sort_name } : {}),
    ...(born_year !== undefined && { born_year: toYear(born_year) }),
    ...(died_year !== undefined && { died_year: toYear(died_year) }),
    ...(other_names !== undefined && { other_names: toLines(other_names) }),
  };
}

function toYear(text: string): number | string | null {
  if (text.trim() === '') return null;
  return /^\s*-?\d{1,5}\s*$/.test(text) ? Number(text) : text;
}

function toLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
