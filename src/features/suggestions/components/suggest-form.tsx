import { type FormEvent, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { useLeaveGuard } from '#src/admin-ui/use-leave-guard.ts';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { ContentEditor } from '#src/features/editor/components/content-editor.tsx';
import type { EditorHandle } from '#src/features/editor/components/editor-props.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Field, TextareaField } from '#src/ui/field.tsx';
import { newId } from '#src/ui/new-id.ts';
import { toast } from '#src/ui/toast.ts';
import { MAX_REASON_LENGTH, type SuggestedText, splitChanges } from '../changes.ts';
import type { OwnSuggestion, SuggestionBase } from '../contract.ts';
import { ChangeCard, ChangeDiff, countChanges, FIELD_LABELS } from './change-view.tsx';
import { readSuggestionDraft, removeSuggestionDraft, type SuggestionDraft, storeSuggestionDraft } from './suggestion-draft.ts';

type Props = { loaded: SuggestionBase; onSent: () => void };

/** Edits a copy of a tale, shows the changes, and sends them. */
export function SuggestForm({ loaded, onSent }: Props) {
  const [draft, setDraft] = useState<SuggestionDraft>(() => readSuggestionDraft(loaded.tale) ?? emptyDraft(loaded));
  const { base, text, reason } = draft;
  const [isStored, setStored] = useState(true);
  const [isDiscarding, setDiscarding] = useState(false);
  const editor = useRef<EditorHandle>(null);
  const id = useId();
  const isSent = useRef(false);
  // The editor reports changes later than the other fields.
  const latest = useRef(draft);
  const isChanged = reason.trim() !== '' || Object.entries(base.text).some(([name, old]) => text[name as keyof SuggestedText] !== old);
  // What is stored on the device needs no question.
  const { prompt } = useLeaveGuard(() => isChanged && !isStored && !isSent.current);
  const { problems, failure, isBusy, send } = useSending({ onSent });

  function change(changes: Partial<SuggestedText>, newReason = latest.current.reason): void {
    if (isSent.current) return;
    const next = { base, text: { ...latest.current.text, ...changes }, reason: newReason };
    latest.current = next;
    setDraft(next);
    setStored(storeSuggestionDraft(next));
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const content = editor.current?.html() ?? text.content;
    await send({ base, text: { ...text, content }, reason }, () => {
      isSent.current = true;
      removeSuggestionDraft(base.tale);
    });
  }

  function discard(): void {
    removeSuggestionDraft(base.tale);
    latest.current = emptyDraft(loaded);
    setDraft(latest.current);
    editor.current?.set(loaded.text.content);
    setDiscarding(false);
  }

  return (
    <form className="sheet suggest-form" noValidate onSubmit={(event) => void submit(event)}>
      {failure === '' ? null : (
        <Alert title="Suggestion not sent" wrong>
          {failure}
        </Alert>
      )}
      {base.version === loaded.version ? null : (
        <Alert title="The tale has changed since you started">
          Your changes are kept and can be sent as they are. To start again from the current text, discard them.
        </Alert>
      )}
      <Field
        name="title"
        label="Title"
        lang={base.language}
        dir="auto"
        value={text.title}
        problems={problems.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextareaField
        name="excerpt"
        label="Excerpt"
        rows={3}
        lang={base.language}
        dir="auto"
        value={text.excerpt}
        problems={problems.excerpt}
        onChange={(event) => change({ excerpt: event.target.value })}
      />
      <div className="field">
        <span className="label" id={`${id}-text`}>
          Text
        </span>
        <ContentEditor
          initial={text.content}
          handle={editor}
          onChange={(content) => change({ content })}
          labelledBy={`${id}-text`}
          isInvalid={problems.content !== undefined || undefined}
          language={base.language}
          title={() => text.title}
        />
        {problems.content?.map((problem) => (
          <p key={problem} className="field-wrong">
            {problem}
          </p>
        ))}
      </div>
      <Preview base={base} text={text} />
      <TextareaField
        name="reason"
        label="Why do you suggest this?"
        hint={`For the editors. At most ${MAX_REASON_LENGTH} characters.`}
        rows={3}
        required
        value={reason}
        problems={problems.reason}
        onChange={(event) => change({}, event.target.value)}
      />
      <div className="suggest-foot">
        <BusyButton className="btn btn-solid" isBusy={isBusy} busyText="Sending...">
          Send suggestion
        </BusyButton>
        <button type="button" className="btn btn-quiet" aria-disabled={!isChanged || undefined} onClick={() => setDiscarding(isChanged)}>
          Discard changes
        </button>
        <span className="hint">
          {!isChanged
            ? ''
            : isStored
              ? 'Saved on this device until you send it.'
              : 'This browser cannot save your input. Send it before you leave.'}
        </span>
      </div>
      {isDiscarding ? (
        <ConfirmDialog
          title="Discard your changes?"
          confirm="Discard"
          onConfirm={async () => discard()}
          onCancel={() => setDiscarding(false)}
        >
          Your changes are removed from this device. This action cannot be undone.
        </ConfirmDialog>
      ) : null}
      {prompt === null ? null : (
        <ConfirmDialog
          title="Leave without sending?"
          confirm="Leave"
          cancel="Stay"
          onConfirm={async () => prompt.leave()}
          onCancel={prompt.stay}
        >
          This browser cannot save your changes. They are lost if you leave.
        </ConfirmDialog>
      )}
    </form>
  );
}

function emptyDraft(base: SuggestionBase): SuggestionDraft {
  return { base, text: base.text, reason: '' };
}

/** The changes as the editors will see them. */
function Preview({ base, text }: { base: SuggestionBase; text: SuggestedText }) {
  const shown = useDeferredValue(text);
  const changes = useMemo(() => splitChanges(base.text, shown), [base, shown]);
  const id = useId();
  return (
    <section className="suggest-preview" aria-labelledby={id}>
      <h2 id={id}>Your changes</h2>
      <p className="hint" role="status">
        {changes.length === 0 ? 'Nothing is changed yet.' : `${countChanges(changes.length)}. The editors can accept each on its own.`}
      </p>
      {changes.length === 0 ? null : (
        <ol className="suggested-changes">
          {changes.map((change) => (
            <ChangeCard key={`${change.field} ${change.start} ${change.before.length}`} label={FIELD_LABELS[change.field]}>
              <ChangeDiff {...change} lang={base.language} />
            </ChangeCard>
          ))}
        </ol>
      )}
    </section>
  );
}

type Problems = Record<string, string[] | undefined>;

function useSending({ onSent }: { onSent: () => void }) {
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  // Sending the same again reuses its idempotency key, so it is stored once.
  const sent = useRef({ body: '', key: '' });

  async function send({ base, text, reason }: SuggestionDraft, onStored: () => void): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblems({});
    setFailure('');
    const body = { tale: base.tale, version: base.version, ...text, reason };
    const written = JSON.stringify(body);
    if (sent.current.body !== written) sent.current = { body: written, key: newId() };
    try {
      await apiRequest<OwnSuggestion>('POST', '/account/suggestions', body, { 'Idempotency-Key': sent.current.key });
      onStored();
      onSent();
      void toast({ title: 'Suggestion sent', text: 'Thank you! You get an email when the editors have decided.' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblems(error.fields);
      const [whole] = error.fields.form ?? [];
      const text = whole ?? error.message;
      if (whole !== undefined || Object.keys(error.fields).length === 0) setFailure(text);
      void toast({ title: 'Error sending suggestion', text: Object.values(error.fields)[0]?.[0] ?? text, wrong: true });
    } finally {
      setBusy(false);
    }
  }

  return { problems, failure, isBusy, send };
}
