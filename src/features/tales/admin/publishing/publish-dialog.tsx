import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { type ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { useCurrentUser } from '#src/api-client/current-user.ts';
import { Modal } from '#src/ui/modal.tsx';
import type { TaleFields } from '../../contract.ts';
import { definitionOf, FORM_ORDER, isEmptyValue, listMissingToPublish } from '../../field-values.ts';
import type { FieldName } from '../../fields.ts';
import type { ManagedTale } from '../contract.ts';
import { TextField } from '../form/basic-fields.tsx';
import { FormContext, FormField, focusField, useField, useFormPause, useFormStore } from '../form/form-field.tsx';
import { SaveFailure } from '../form/form-notices.tsx';
import { createFormStore, type FormStore } from '../form/form-store.ts';
import { DEFAULT_TITLE, pick, readLastCategory, suggestExcerpt, validateFields } from '../form/form-values.ts';
import { AuthorField, CategoryField } from '../form/reference-fields.tsx';
import type { Publication } from '../form/use-save.ts';
import { useTaleOptions } from '../use-tale-options.ts';
import type { CheckItem, CheckResult } from './publish-check.ts';
import { CheckItems } from './publish-checklist.tsx';
import { initialTiming, TimingFields, timingProblem, toPublication } from './timing-fields.tsx';

/** Ids of inputs in the dialog begin with it. */
const SCOPE = 'publish';

const CHECK_DELAY_MS = 400;

/** `isDirty`: whether leaving the page would lose what was typed in the dialog. */
export type PublishHandle = { isDirty: () => boolean };

type Props = {
  ref: Ref<PublishHandle>;
  /** Null for a new tale. */
  tale: ManagedTale | null;
  isSaving: boolean;
  failure: ApiError | null;
  onPublish: (publication: Publication) => Promise<void>;
  onSaveAsNew: () => void;
  onClose: () => void;
  /** Closes the dialog and moves the focus to a field of the form. */
  onJump: (field: FieldName) => void;
};

/**
 * Publishes or schedules the tale of the surrounding form. Asks for what is missing and suggests what is known. What is typed here goes
 * into the form, so that neither an error nor closing the dialog loses it.
 */
export function PublishDialog({ ref, tale, isSaving, failure, onPublish, onSaveAsNew, onClose, onJump }: Props) {
  const form = useFormStore();
  const { data: options } = useTaleOptions();
  const id = useId();
  const [{ store, names, suggested }] = useState(() => openDialog(form));
  const [initial] = useState(() => initialTiming(form, tale));
  const [timing, setTiming] = useState(initial);
  const [timeProblem, setTimeProblem] = useState('');
  const isScheduled = timing.when === 'later';

  const isTyped = (name: FieldName) => store.values()[name] !== suggested[name];
  useImperativeHandle(ref, () => ({
    // While saving, everything is in the form already, which is clean before it closes.
    isDirty: () => !isSaving && (JSON.stringify(timing) !== JSON.stringify(initial) || names.some(isTyped)),
  }));

  // The server may refuse what the browser cannot check.
  useEffect(() => {
    if (failure !== null) store.setProblems(failure.fields);
  }, [failure, store]);

  /** Copies what the editor has typed into the form; with `isAll`, suggestions as well. */
  function copyToForm(isAll: boolean): void {
    const filled = names.filter((name) => isAll || isTyped(name));
    form.replace({ ...form.read(), ...pick(store.values(), filled) });
  }

  function close(): void {
    if (isSaving) return;
    copyToForm(false);
    onClose();
  }

  function jump(name: FieldName): void {
    if (names.includes(name)) {
      focusField(name, null, SCOPE);
      return;
    }
    copyToForm(false);
    onJump(name);
  }

  async function publish(): Promise<void> {
    if (isSaving) return;
    copyToForm(true);
    const problems = { ...(options?.publish_requires_source ? missingToPublish(form.values()) : {}), ...validateFields(form.values()) };
    store.setProblems(problems);
    setTimeProblem(timingProblem(timing));
    const [first] = FORM_ORDER.filter((name) => problems[name] !== undefined);
    if (first !== undefined) return jump(first);
    if (timingProblem(timing) !== '') return document.getElementById(`${SCOPE}-time`)?.focus();
    await onPublish(toPublication(timing));
  }

  return (
    <FormContext value={store}>
      <Modal className="dialog publish-dialog" aria-labelledby={`${id}-title`} onCancel={close} onBackdrop={null}>
        <form
          className="dialog-sheet"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void publish();
          }}
        >
          <h2 id={`${id}-title`}>Publish tale</h2>
          {failure === null ? null : <SaveFailure error={failure} onSaveAsNew={onSaveAsNew} />}
          <TimingFields timing={timing} problem={timeProblem} scope={SCOPE} onChange={setTiming} />
          <MissingItems id={tale?.id ?? null} read={() => ({ ...form.read(), ...pick(store.values(), names) })} onJump={jump} />
          <div className="publish-fields">
            <OwnWork />
            {names.includes('title') ? <TextField name="title" /> : null}
            {names.includes('author') ? <AuthorField /> : null}
            {names.includes('category') ? <CategoryField /> : null}
            {names.includes('excerpt') ? (
              <TextField name="excerpt" hint={suggested.excerpt === '' ? undefined : 'Suggested from the beginning of the text.'} />
            ) : null}
            <TextField name="source" />
            <LicenceField />
          </div>
          <div className="dialog-end">
            <button type="button" className="btn btn-line" aria-disabled={isSaving || undefined} onClick={close}>
              Cancel
            </button>
            <button type="submit" className="btn btn-solid" aria-busy={isSaving || undefined} aria-disabled={isSaving || undefined}>
              {isSaving ? <span className="spinner" aria-hidden="true" /> : null}
              {isScheduled ? 'Schedule' : 'Publish'}
            </button>
          </div>
        </form>
      </Modal>
    </FormContext>
  );
}

type OpenDialog = {
  /** The fields of the dialog. */
  store: FormStore;
  names: readonly FieldName[];
  /** The values before the editor changed anything. */
  suggested: TaleFields;
};

/** The dialog shows required fields that are missing, and always source and rights. */
function openDialog(form: FormStore): OpenDialog {
  const fields = form.read();
  const isMissing = (name: FieldName) => definitionOf(name).required !== undefined && isEmptyValue(fields[name]);
  const missing = FORM_ORDER.filter((name) => isMissing(name) || (name === 'title' && fields.title === DEFAULT_TITLE));
  const suggested = { ...fields };
  if (isEmptyValue(fields.excerpt)) suggested.excerpt = suggestExcerpt(fields.content);
  if (isEmptyValue(fields.category)) suggested.category = readLastCategory();
  return { store: createFormStore(form.base(), suggested, SCOPE), names: [...missing, 'source', 'rights'], suggested };
}

function missingToPublish(values: TaleFields): Partial<Record<FieldName, string[]>> {
  return Object.fromEntries(listMissingToPublish(values).map((name) => [name, [definitionOf(name).requiredToPublish ?? '']]));
}

type MissingProps = { id: string | null; read: () => Partial<TaleFields>; onJump: (name: FieldName) => void };

/** What prevents publishing, with links to the fields. */
function MissingItems({ id, read, onJump }: MissingProps) {
  const [items, setItems] = useState<readonly CheckItem[]>([]);
  const latest = useRef('');
  const check = async () => {
    const fields = read();
    const body = JSON.stringify(fields);
    if (body === latest.current) return;
    latest.current = body;
    // If the check fails, publishing reports the same problems.
    const result = await apiRequest<CheckResult>('POST', '/admin/publish-check', { fields, id }).catch(() => ({ items: [] }));
    if (latest.current === body) setItems(result.items.filter(({ level }) => level === 'blocks'));
  };
  useFormPause(CHECK_DELAY_MS, () => void check());
  // biome-ignore lint/correctness/useExhaustiveDependencies: later checks follow changes
  useEffect(() => void check(), []);
  return (
    <div className="checklist publish-missing" role="status">
      <CheckItems title="Required to publish" items={items} onJump={(name) => onJump(name as FieldName)} />
    </div>
  );
}

/** Fills in the source, and author and rights if they are empty, of a tale that its editor wrote. */
function OwnWork() {
  const user = useCurrentUser();
  const author = useField('author');
  const source = useField('source');
  const rights = useField('rights');
  const [isFilled, setFilled] = useState(false);

  function fill(): void {
    const name = author.value.trim() || (user?.name ?? '');
    author.set(name);
    source.set(`An original tale by ${name}`);
    if (rights.value === '') rights.set('All rights reserved');
    setFilled(true);
  }

  return (
    <div>
      <button type="button" className="btn btn-line" onClick={fill}>
        I wrote this myself
      </button>
      <span className="visually-hidden" role="status">
        {isFilled ? 'Author, source and rights are filled in.' : ''}
      </span>
    </div>
  );
}

/** Stored as the text of the field `rights`. */
const LICENCES: Readonly<Record<string, string>> = {
  'All rights reserved': 'Readers may read it here. Every other use needs the permission of the author.',
  'CC BY 4.0': 'Anyone may share and adapt it, also commercially, if they name the author.',
  'CC BY-SA 4.0': 'Anyone may share and adapt it if they name the author and give their version the same licence.',
  'CC0 1.0': 'The author waives all rights: anyone may use it for anything, without naming the author.',
  'Public domain': 'It has no copyright, or the copyright has expired. For a text of your own, choose CC0.',
};
const OTHER = 'Describe the licence or copyright status in your own words.';

/** The field `rights` as a choice of licences, each explained, or another text. */
function LicenceField() {
  const { value, problems, set } = useField('rights');
  const [isOther, setOther] = useState(value !== '' && !Object.hasOwn(LICENCES, value));
  // Also after another value was filled in.
  const showsOther = isOther && !Object.hasOwn(LICENCES, value);
  return (
    <FormField name="rights" problems={problems} hint={showsOther ? OTHER : (LICENCES[value] ?? 'What others may do with the tale.')}>
      {({ id, describedBy, isWrong }) => (
        <>
          <select
            id={id}
            className={isWrong ? 'input select is-wrong' : 'input select'}
            aria-invalid={isWrong || undefined}
            aria-describedby={describedBy}
            value={showsOther ? 'other' : value}
            onChange={({ target }) => {
              setOther(target.value === 'other');
              set(target.value === 'other' ? '' : target.value);
            }}
          >
            <option value="" disabled hidden>
              Choose a licence
            </option>
            {Object.keys(LICENCES).map((name) => (
              <option key={name}>{name}</option>
            ))}
            <option value="other">Other text</option>
          </select>
          {showsOther ? (
            <input
              className="input"
              type="text"
              aria-label="Text of the licence"
              maxLength={500}
              dir="auto"
              value={value}
              onChange={({ target }) => set(target.value)}
            />
          ) : null}
        </>
      )}
    </FormField>
  );
}
