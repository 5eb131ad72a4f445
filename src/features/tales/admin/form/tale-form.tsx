import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useLeaveGuard } from '#src/admin-ui/use-leave-guard.ts';
import { WhyPanel } from '#src/features/classification/components/why-panel.tsx';
import type { EditorHandle } from '#src/features/editor/components/editor-props.ts';
import { AttachFiles } from '#src/features/files/components/attach-files.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Icon } from '#src/ui/icon.tsx';
import type { FieldName } from '../../fields.ts';
import type { ManagedTale, SaveResult } from '../contract.ts';
import { usePresence } from '../presence/use-presence.ts';
import { PublishChecklist } from '../publishing/publish-checklist.tsx';
import { PublishDialog, type PublishHandle } from '../publishing/publish-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { FormContext, focusField } from './form-field.tsx';
import { DraftNote, DraftOffer, EditorsNote, SaveFailure } from './form-notices.tsx';
import { createFormStore, type FormStore } from './form-store.ts';
import { fieldsOf, newTaleFields, storeLastCategory } from './form-values.ts';
import { TaleFieldset } from './tale-fieldset.tsx';
import { useFormDrafts } from './use-form-drafts.ts';
import { useSave } from './use-save.ts';

type Props = {
  /** Null for a new tale. */
  tale: ManagedTale | null;
  /** Opens the publish dialog at once; closing it without a change leaves the form. */
  startsPublishing: boolean;
  onSaved: (result: SaveResult, isPublished: boolean) => void;
  onCancel: () => void;
};

/** The form of a tale. Input is never lost: it stays until it is saved or discarded. */
export function TaleForm({ tale, startsPublishing, onSaved, onCancel }: Props) {
  const id = tale?.id ?? null;
  const [store] = useState(() =>
    createFormStore(tale === null ? { version: 0, fields: newTaleFields(Date.now()) } : { version: tale.version, fields: fieldsOf(tale) }),
  );
  const editor = useRef<EditorHandle>(null);
  const drafts = useFormDrafts(id, store);
  const focus = (name: FieldName) => focusField(name, editor.current);
  const saving = useSave({
    ...{ id, store },
    onSaved: (result, isPublished) => {
      void drafts.discard();
      storeLastCategory(result.tale.category);
      onSaved(result, isPublished);
    },
    onInvalid: ([first]) => first && focus(first),
  });
  const publishing = useRef<PublishHandle>(null);
  const { prompt, requestLeave } = useLeaveGuard(() => store.isDirty() || publishing.current?.isDirty() === true);
  const { others, savedBy } = useOtherEditors(tale, store);
  const [isPublishing, setPublishing] = useState(startsPublishing);
  const isDraft = useSyncExternalStore(store.subscribe, () => store.base().fields.status === 'draft');
  const isReplaced = drafts.offer !== null || saving.conflict !== null;
  const isBlocked = isReplaced || prompt !== null;
  useFormShortcuts({
    save: () => {
      if (!isBlocked && !isPublishing) void saving.save();
    },
    publish: () => {
      if (!isBlocked && isDraft && document.querySelector('dialog[open]') === null) setPublishing(true);
    },
  });
  const title = tale === null ? 'Create New Tale' : 'Edit Tale';

  return (
    <FormContext value={store}>
      <form
        className="tale-form"
        noValidate
        aria-label={title}
        onKeyDown={ignoreEnter}
        onSubmit={(event) => {
          event.preventDefault();
          if (drafts.offer === null) void saving.save();
        }}
      >
        <FormHead
          title={title}
          note={<DraftNote {...drafts.view} />}
          isSaving={saving.isSaving}
          isOpening={isPublishing && !drafts.isSearched}
          onCancel={() => requestLeave(onCancel)}
          onPublish={isDraft ? () => drafts.offer === null && setPublishing(true) : null}
        />
        {/* Hidden while saving: the event of one's own save arrives before the response. */}
        <EditorsNote
          names={others}
          savedBy={saving.isSaving ? null : savedBy}
          isBusy={saving.isSaving}
          onLoadChanges={() => void saving.loadTheirChanges()}
        />
        {/* After a logout the page says what to do. */}
        {saving.failure === null || saving.failure.status === 401 || isPublishing ? null : (
          <SaveFailure error={saving.failure} onSaveAsNew={() => void saving.saveAsNew()} />
        )}
        {drafts.offer === null ? null : <DraftOffer {...drafts.offer} />}
        <div className="form-rows" inert={drafts.offer !== null}>
          <Checklist id={id} store={store} onJump={focus} />
          <TaleFieldset editor={editor} />
          {id === null ? null : <WhyPanel taleId={id} />}
        </div>
      </form>
      {id === null ? null : <AttachFiles path={`/tales/${id}`} />}
      {saving.conflict === null ? null : (
        <ConflictDialog
          key={saving.conflict.theirs.version}
          conflict={saving.conflict}
          isSaving={saving.isSaving}
          onResolve={(values) => void saving.resolveConflict(values)}
          onCancel={saving.closeConflict}
        />
      )}
      {/* An offer of an earlier draft would close the dialog, and lose what is typed in it. */}
      {isPublishing && drafts.isSearched && !isReplaced ? (
        <PublishDialog
          ref={publishing}
          tale={tale}
          isSaving={saving.isSaving}
          failure={saving.failure}
          onPublish={saving.publish}
          onSaveAsNew={() => void saving.saveAsNew()}
          onClose={() => {
            setPublishing(false);
            if (startsPublishing && !store.isDirty()) onCancel();
          }}
          onJump={(field) => {
            setPublishing(false);
            // After the dialog has closed and returned the focus.
            setTimeout(() => focus(field));
          }}
        />
      ) : null}
      {prompt === null ? null : (
        <ConfirmDialog
          title="Discard your changes?"
          cancel="Keep editing"
          confirm="Discard"
          onCancel={prompt.stay}
          onConfirm={async () => {
            await drafts.discard();
            store.rebase({ ...store.base(), fields: store.read() });
            prompt.leave();
          }}
        >
          Your changes since the last save will be lost.
        </ConfirmDialog>
      )}
    </FormContext>
  );
}

type HeadProps = {
  title: string;
  note: ReactNode;
  isSaving: boolean;
  /** The publish dialog waits for the search for drafts. */
  isOpening: boolean;
  onCancel: () => void;
  /** Null for a published tale. */
  onPublish: (() => void) | null;
};

/** Stays visible while the form scrolls. */
function FormHead({ title, note, isSaving, isOpening, onCancel, onPublish }: HeadProps) {
  return (
    <div className="panel-head form-head">
      <h2>{title}</h2>
      <div className="row-gap">
        <button type="button" className="btn btn-line" onClick={onCancel}>
          Cancel
        </button>
        <button
          type="submit"
          className="btn btn-solid"
          aria-busy={isSaving || undefined}
          aria-disabled={isSaving || undefined}
          aria-keyshortcuts="Control+S Meta+S"
          title="Ctrl+S"
        >
          {isSaving ? <span className="spinner" aria-hidden="true" /> : <Icon name="check" />}
          Save
        </button>
        {onPublish === null ? null : (
          <button
            type="button"
            className="btn btn-line"
            aria-haspopup="dialog"
            aria-busy={isOpening || undefined}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            title="Ctrl+Enter"
            onClick={onPublish}
          >
            Publish
          </button>
        )}
      </div>
      {note}
    </div>
  );
}

/** The publish checklist, if the tale is to be published. */
function Checklist({ id, store, onJump }: { id: string | null; store: FormStore; onJump: (name: FieldName) => void }) {
  const status = useSyncExternalStore(store.subscribe, () => store.values().status);
  if (status !== 'published') return null;
  return <PublishChecklist read={store.read} id={id} onJump={(field) => onJump(field as FieldName)} />;
}

/** Returns the names of other editors, and who saved a newer version than the one in the form. */
function useOtherEditors(tale: ManagedTale | null, store: FormStore): { others: string[]; savedBy: string | null } {
  const { others, saved } = usePresence(tale?.id ?? null);
  const version = useSyncExternalStore(store.subscribe, () => store.base().version);
  const latest = saved !== null && saved.version > (tale?.version ?? 0) ? saved : tale;
  const isNewer = latest !== null && latest.version > version;
  return { others: others.flatMap(({ name }) => name ?? []), savedBy: isNewer ? (latest.edited_by ?? 'Someone else') : null };
}

/** Ctrl or Cmd with S saves, with Enter publishes, wherever the focus is. */
function useFormShortcuts(shortcuts: { save: () => void; publish: () => void }): void {
  const onKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const act = { s: shortcuts.save, enter: shortcuts.publish }[event.key.toLowerCase()];
    if (act === undefined) return;
    event.preventDefault();
    // The editor would add a line.
    event.stopPropagation();
    if (!event.repeat) act();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, []);
}

/** Prevents submitting by Enter in a text input, which could publish an unfinished tale. */
function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
