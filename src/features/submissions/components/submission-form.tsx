import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { AreaField, LineField, SelectField } from '#src/admin-ui/text-fields.tsx';
import { useLeaveGuard } from '#src/admin-ui/use-leave-guard.ts';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { ContentEditor } from '#src/features/editor/components/content-editor.tsx';
import type { EditorHandle } from '#src/features/editor/components/editor-props.ts';
import { definitionOf } from '#src/features/tales/field-values.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import type { Submission } from '../contract.ts';
import type { SubmissionFields } from '../submission-fields.ts';
import { AnnotatedText } from './annotated-text.tsx';
import { type SaveStatus, useSubmissionDraft } from './use-submission-draft.ts';

type Props = {
  submission: Submission;
  /** It was submitted. */
  onSubmitted: (submission: Submission) => Promise<void>;
  /** Loads the submission again. */
  onReload: () => Promise<void>;
};

/** The form of a tale that its author may edit. It is saved while it is written. */
export function SubmissionForm({ submission, onSubmitted, onReload }: Props) {
  const { id, title, original } = submission;
  const editor = useRef<EditorHandle>(null);
  const content = useRef(submission.fields.content);
  const form = useRef<HTMLFormElement>(null);
  const draft = useSubmissionDraft(submission, () => {
    content.current = editor.current?.html() ?? content.current;
    return content.current;
  });
  const { fields, set } = draft;
  const [initial] = useState(fields.content);
  const [problems, setProblems] = useState<Record<string, string[]>>({});
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { prompt } = useLeaveGuard(draft.isUnsaved);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure('');
    setProblems({});
    try {
      const version = await draft.flush();
      if (version === null) setFailure('Your last changes could not be saved. Try again in a moment.');
      else {
        const headers = { 'If-Match': `"${version}"` };
        const submitted = await apiRequest<Submission>('POST', `/account/submissions/${id}/submit`, undefined, headers);
        void toast({ title: 'Tale submitted', text: 'An editor will review it. You will get an email.' });
        await onSubmitted(submitted);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
      setProblems(error.fields);
      // After the errors are rendered.
      setTimeout(() => (form.current?.querySelector<HTMLElement>('[aria-invalid]') ?? form.current)?.focus());
    } finally {
      setBusy(false);
    }
  }

  /** The text as it was sanitized by the server. */
  async function loadSaved(): Promise<Submission> {
    await draft.flush();
    return apiRequest<Submission>('GET', `/account/submissions/${id}`);
  }

  const change = <Name extends keyof SubmissionFields>(name: Name, value: SubmissionFields[Name]) => {
    const { [name]: _, ...others } = problems;
    setProblems(others);
    set(name, value);
  };
  const field = (name: TextName) => ({
    ...{ label: definitionOf(name).label, value: fields[name], problems: problems[name] },
    onChange: (value: string) => change(name, value),
  });
  const content_problems = problems.content ?? [];

  return (
    <form
      ref={form}
      className="desk-form form-rows"
      noValidate
      tabIndex={-1}
      aria-label={title || 'New tale'}
      onSubmit={(event) => void submit(event)}
    >
      <SaveNote status={draft.status} problem={draft.problem} />
      {draft.status === 'conflict' ? (
        <Alert title="Changed in another tab or on another device" wrong>
          <p>Choose which version to keep.</p>
          <div className="row-gap">
            <button type="button" className="btn btn-line btn-sm" onClick={() => void keepMine(id, draft.overwrite)}>
              Keep this version
            </button>
            <button
              type="button"
              className="btn btn-line btn-sm"
              onClick={() => {
                draft.discard();
                void onReload();
              }}
            >
              Load the other version
            </button>
          </div>
        </Alert>
      ) : null}
      {failure === '' ? null : (
        <Alert title="The tale was not submitted" wrong>
          {failure}
        </Alert>
      )}
      <LineField {...field('title')} maxLength={300} required />
      <LineField {...field('author')} maxLength={200} required hint="The name under which the tale is published." />
      <LineField
        {...field('language')}
        maxLength={40}
        hint={original === null ? 'A code such as en or pt-BR.' : 'The language of your translation: a code such as de or pt-BR.'}
      />
      <AreaField
        {...field('excerpt')}
        rows={3}
        aside={`${countCharacters(fields.excerpt.trim())}/${definitionOf('excerpt').maxCharacters ?? ''}`}
        hint="One or two sentences that make people want to read the tale."
      />
      <div className="field">
        <div className="label">
          <span id="submission-content-label">Text</span>
        </div>
        <ContentEditor
          initial={initial}
          handle={editor}
          onChange={(html) => {
            content.current = html;
            if (problems.content !== undefined) setProblems(({ content: _, ...others }) => others);
            draft.onText();
          }}
          labelledBy="submission-content-label"
          describedBy={content_problems.length > 0 ? 'submission-content-wrong' : undefined}
          isInvalid={content_problems.length > 0}
          language={fields.language}
          title={() => fields.title}
          pickPicture={noPicture}
          preview={() => <TextPreview load={loadSaved} />}
        />
        {content_problems.length > 0 ? (
          <ul className="field-wrong" id="submission-content-wrong">
            {content_problems.map((text) => (
              <li key={text}>
                <Icon name="warning" />
                {text}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <LineField {...field('rights')} maxLength={500} hint="Who may copy the tale, such as “CC BY 4.0” or “All rights reserved”." />
      <AreaField {...field('source')} rows={2} hint="Where the tale comes from: a book, a person, or “My own”." />
      <LineField {...field('retold_from')} maxLength={500} hint="If it follows an older tale: which one." />
      <AreaField
        label={definitionOf('translators').label}
        value={fields.translators.join('\n')}
        rows={2}
        problems={problems.translators}
        hint="If it is a translation: who translated it, one name per line."
        onChange={(text) => change('translators', text === '' ? [] : text.split('\n'))}
      />
      <SelectField {...field('age_band')} options={Object.entries(definitionOf('age_band').options ?? {})} />
      <fieldset className="field">
        <legend className="label">{definitionOf('content_notes').label}</legend>
        <div className="tag-choice">
          {Object.entries(definitionOf('content_notes').options ?? {}).map(([note, text]) => (
            <label className="check" key={note}>
              <input
                type="checkbox"
                checked={fields.content_notes.includes(note)}
                onChange={({ target }) =>
                  change(
                    'content_notes',
                    target.checked ? [...fields.content_notes, note] : fields.content_notes.filter((each) => each !== note),
                  )
                }
              />
              {text.slice(0, 1).toUpperCase() + text.slice(1)}
            </label>
          ))}
        </div>
      </fieldset>
      <LineField {...field('why_it_matters')} maxLength={300} hint="One sentence for parents and teachers." />
      <AreaField
        label={definitionOf('questions').label}
        value={fields.questions.join('\n')}
        rows={3}
        problems={problems.questions}
        hint="One per line, about three. Shown after the tale."
        onChange={(text) => change('questions', text === '' ? [] : text.split('\n'))}
      />
      <div>
        <BusyButton className="btn btn-solid" isBusy={isBusy} busyText="Submitting...">
          Submit for review
        </BusyButton>
      </div>
      {prompt === null ? null : (
        <ConfirmDialog
          title="Leave without saving?"
          cancel="Keep editing"
          confirm="Leave"
          onCancel={prompt.stay}
          onConfirm={async () => prompt.leave()}
        >
          Your last changes could not be saved and will be lost.
        </ConfirmDialog>
      )}
    </form>
  );
}

type TextName = { [Name in keyof SubmissionFields]: SubmissionFields[Name] extends string ? Name : never }[keyof SubmissionFields];

function TextPreview({ load }: { load: () => Promise<Submission> }) {
  const [saved, setSaved] = useState<Submission | null>(null);
  const [failure, setFailure] = useState('');
  const onOpen = useEffectEvent(load);
  useEffect(() => {
    let isOpen = true;
    onOpen().then(
      (next) => isOpen && setSaved(next),
      (error: Error) => isOpen && setFailure(error.message),
    );
    return () => {
      isOpen = false;
    };
  }, []);
  if (saved === null)
    return (
      <p className="panel-note" role={failure ? 'alert' : 'status'}>
        {failure ? `The preview could not be loaded. ${failure}` : 'Loading preview...'}
      </p>
    );
  const { content, language } = saved.fields;
  return <AnnotatedText html={content} language={language} comments={[]} actions={() => null} />;
}

/** Authors have no access to the media library. */
async function noPicture(): Promise<null> {
  void toast({ title: 'Images are added by editors', text: 'Tell the editors about your images when your tale is accepted.', warns: true });
  return null;
}

/** Saves this version over the one of the server. */
async function keepMine(id: string, overwrite: (version: number) => Promise<number | null>): Promise<void> {
  try {
    const { version } = await apiRequest<Submission>('GET', `/account/submissions/${id}`);
    await overwrite(version);
  } catch (error) {
    void toast({ title: 'Error saving', text: error instanceof Error ? error.message : '', wrong: true });
  }
}

const STATUS_TEXTS: Record<SaveStatus, string> = {
  none: 'Your text is saved while you write.',
  saving: 'Saving...',
  saved: 'All changes saved.',
  device: 'Saved on this device only. It is sent when the server can be reached.',
  failed: 'Your changes could not be saved.',
  conflict: 'Not saved.',
};

function SaveNote({ status, problem }: { status: SaveStatus; problem: string }) {
  return (
    <p className="hint" role="status">
      {STATUS_TEXTS[status]} {status === 'failed' ? problem : ''}
    </p>
  );
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Counts characters as readers see them, as the server does. */
function countCharacters(text: string): number {
  return [...graphemes.segment(text.normalize('NFC'))].length;
}
