import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import { ContentNotesField } from './content-notes-field.tsx';
import { useField, useFormStore, useMissingToPublish } from './form-context.ts';
import { FormField } from './form-field.tsx';
import { LinesField } from './lines-field.tsx';
import { TagsField } from './tags-field.tsx';
import { TextField } from './text-field.tsx';
import { useChoices } from './use-choices.ts';

export const FOLD_ID = 'tale-more';

const AGES = { '': 'Nobody has said', '3-5': 'Ages 3 to 5', '6-8': 'Ages 6 to 8', '9-12': 'Ages 9 to 12', '13+': 'Ages 13+' };
const RIGHTS = ['Public domain', 'Public domain; this retelling CC BY 4.0', 'CC BY 4.0', 'CC BY-SA 4.0', 'CC0 1.0', 'Used by permission'];

/** What most tales do without at first, folded away: where it is found, and where it comes from. */
export function MoreFields(): ReactNode {
  const { data } = useChoices();
  const isRequired = data?.publish_requires_source === true;
  const fold = useOpenToPublish();
  const asOptions = (values: readonly string[] = []) => values.map((value) => ({ value }));
  return (
    <details className="form-fold" id={FOLD_ID} ref={fold}>
      <summary>
        <Icon name="down" />
        More about this tale
        <small>Categories, address, origin, content notes, questions, source and rights</small>
      </summary>
      <div className="form-rows">
        <TagsField />
        <SlugField />
        <div className="three">
          <LanguageField languages={data?.languages ?? []} />
          <TextField name="origin" maxLength={60} suggestions={asOptions(data?.origins)} />
          <AgeField />
        </div>
        <ContentNotesField />
        <TextField
          name="why_it_matters"
          rows={2}
          maxLength={300}
          hint="One sentence for the grown-up who chooses: what the tale is about underneath."
        />
        <LinesField name="questions" rows={3} hint="One on each line, three are plenty. Shown after the tale, to talk about it." />
        <LinesField name="motifs" rows={3} hint="What comes in it, in plain words, one on each line, such as “a helpful animal”." />
        <div className="two">
          <TextField name="tale_type" maxLength={40} suggestions={asOptions(data?.tale_types)} hint="Such as ATU 310." />
          <TextField
            name="rights"
            maxLength={500}
            suggestions={asOptions(RIGHTS)}
            hint={`Who may copy it.${isRequired ? ' Required to publish.' : ''}`}
          />
        </div>
        <TextField name="retold_from" maxLength={500} hint="The older telling this one follows." />
        <TextField
          name="source"
          rows={2}
          hint={`The book or edition, so that readers can look it up.${isRequired ? ' This or “Retold from” is required to publish.' : ''}`}
        />
      </div>
    </details>
  );
}

/** Opens the fold when the tale is to be published and something in it is still missing for that. */
function useOpenToPublish() {
  const fold = useRef<HTMLDetailsElement>(null);
  const { value: status } = useField('status');
  const isMissing = useMissingToPublish().length > 0;
  useEffect(() => {
    if (status === 'published' && isMissing && fold.current) fold.current.open = true;
  }, [status, isMissing]);
  return fold;
}

/** The tale's address, and what becomes of the one it had. */
function SlugField() {
  const { value } = useField('slug');
  const { slug: saved, status } = useFormStore().base().fields;
  const address = (slug: string) => `${location.host}${urls.tale(slug)}`;
  const here = value === '' ? 'Leave empty to generate it from the title.' : `Readers find it at ${address(value)}`;
  const isChanged = saved !== '' && value !== saved;
  const before = isChanged && status === 'published' ? ` The old URL, ${address(saved)}, will redirect to it.` : '';
  return <TextField name="slug" maxLength={200} hint={here + before} spellCheck={false} placeholder="the-snow-queen" />;
}

function LanguageField({ languages }: { languages: readonly string[] }) {
  const { value } = useField('language');
  const options = [...new Set(['en', ...languages])].map((code) => ({ value: code, label: nameOf(code) }));
  return (
    <TextField
      name="language"
      maxLength={40}
      suggestions={options}
      hint={nameOf(value) || 'A code such as en or pt-BR.'}
      spellCheck={false}
    />
  );
}

/** `German` for `de`; nothing for what is no code. */
function nameOf(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(code) ?? '';
  } catch {
    return '';
  }
}

function AgeField() {
  const { value, problems, set } = useField('age_band');
  return (
    <FormField name="age_band" problems={problems}>
      {({ id, describedBy, isWrong }) => (
        <select
          id={id}
          name="age_band"
          className={isWrong ? 'input select is-wrong' : 'input select'}
          aria-describedby={describedBy}
          value={value}
          onChange={(event) => set(event.target.value)}
        >
          {Object.entries(AGES).map(([band, label]) => (
            <option key={band} value={band}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}
