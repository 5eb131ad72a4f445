import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { WhyPanel } from '#src/features/classification/components/why-panel.tsx';
import { usePresence } from '#src/features/drafts/components/use-presence.ts';
import type { EditorHandle } from '#src/features/editor/components/editor-props.ts';
import type { ManagedTale, SavedAnswer } from '#src/features/manage/contract.ts';
import { PublishChecklist } from '#src/features/versions/components/publish-checklist.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { createFormStore, type FormStore } from '../form-store.ts';
import { blankTale, type FieldName, fieldsOf } from '../tale-values.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftNote } from './draft-note.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { focusField } from './focus-field.ts';
import { FormContext } from './form-context.ts';
import { FormFailure } from './form-failure.tsx';
import { FormHead } from './form-head.tsx';
import { PeopleNote } from './people-note.tsx';
import { TaleFieldset } from './tale-fieldset.tsx';
import { useFormDrafts } from './use-form-drafts.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useSave } from './use-save.ts';

type Props = {
  /** Null for a new one. */
  tale: ManagedTale | null;
  onSaved: (answer: SavedAnswer) => void;
  onCancel: () => void;
};

/** The form of a tale. Whatever happens, what is typed in it stays until it is saved or thrown away on purpose. */
export function TaleForm(props: Props) {
  return <OneForm key={props.tale?.id ?? 'new'} {...props} />;
}

function OneForm({ tale, onSaved, onCancel }: Props) {
  const id = tale?.id ?? null;
  const [store] = useState(() =>
    createFormStore(tale === null ? { version: 0, fields: blankTale(Date.now()) } : { version: tale.version, fields: fieldsOf(tale) }),
  );
  const editor = useRef<EditorHandle>(null);
  const drafts = useFormDrafts(id, store);
  const jump = (name: FieldName) => focusField(name, editor.current);
  const saving = useSave({
    ...{ id, store },
    onSaved: (answer) => {
      void drafts.discard();
      onSaved(answer);
    },
    onWrong: ([first]) => first && jump(first),
  });
  const { asked, ask } = useLeaveGuard(store.isDirty);
  const { others, savedBy } = useNews(tale, store);
  useSaveKey(() => {
    if (drafts.offer === null && saving.conflict === null && asked === null) void saving.save();
  });

  return (
    <FormContext value={store}>
      <form
        className="tale-form"
        noValidate
        aria-label={tale === null ? 'Create New Tale' : 'Edit Tale'}
        onKeyDown={keepEnter}
        onSubmit={(event) => {
          event.preventDefault();
          if (drafts.offer === null) void saving.save();
        }}
      >
        <FormHead
          title={tale === null ? 'Create New Tale' : 'Edit Tale'}
          note={<DraftNote {...drafts.view} />}
          isSaving={saving.isSaving}
          onCancel={() => ask(onCancel)}
        />
        {/* One's own saving is told before its answer comes. */}
        <PeopleNote
          names={others}
          savedBy={saving.isSaving ? null : savedBy}
          isBusy={saving.isSaving}
          onTakeIn={() => void saving.bringIn()}
        />
        {saving.failure === null ? null : <FormFailure failure={saving.failure} onSaveAsNew={() => void saving.saveAsNew()} />}
        {drafts.offer === null ? null : (
          <DraftOffer {...drafts.offer} onContinue={() => void drafts.offer?.takeUp()} onDiscard={() => void drafts.offer?.drop()} />
        )}
        <div className="form-rows" inert={drafts.offer !== null}>
          <Checklist id={id} store={store} onJump={jump} />
          <TaleFieldset editor={editor} />
          {id === null ? null : <WhyPanel taleId={id} />}
        </div>
      </form>
      {saving.conflict === null ? null : (
        <ConflictDialog
          key={saving.conflict.theirs.version}
          conflict={saving.conflict}
          isSaving={saving.isSaving}
          onResolve={(values) => void saving.resolve(values)}
          onLeave={saving.leaveConflict}
        />
      )}
      {asked === null ? null : (
        <ConfirmDialog
          title="Discard your changes?"
          cancel="Keep editing"
          confirm="Discard"
          onCancel={asked.stay}
          onConfirm={async () => {
            await drafts.discard();
            store.rebase({ ...store.base(), fields: store.read() });
            asked.leave();
          }}
        >
          What you have typed since the last save will be gone.
        </ConfirmDialog>
      )}
    </FormContext>
  );
}

/** What readers' eyes need before the tale is public; only where it is to be. */
function Checklist({ id, store, onJump }: { id: string | null; store: FormStore; onJump: (name: FieldName) => void }) {
  const status = useSyncExternalStore(store.subscribe, () => store.values().status);
  if (status !== 'published') return null;
  return <PublishChecklist read={store.read} id={id} onJump={(field) => onJump(field as FieldName)} />;
}

/** Who else is here, and who has saved a later version than the one this form began with. */
function useNews(tale: ManagedTale | null, store: FormStore): { others: string[]; savedBy: string | null } {
  const { others, saved } = usePresence(tale?.id ?? null);
  const version = useSyncExternalStore(store.subscribe, () => store.base().version);
  const latest = saved !== null && saved.version > (tale?.version ?? 0) ? saved : tale;
  const isLater = latest !== null && latest.version > version;
  return { others: others.map(({ name }) => name), savedBy: isLater ? (latest.edited_by ?? 'Somebody else') : null };
}

/** Ctrl+S, or Cmd+S, wherever the focus is. */
function useSaveKey(save: () => void): void {
  const onSave = useEffectEvent(save);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (!event.repeat) onSave();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Enter in a line is no wish to save: half a tale would be out in the world. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
