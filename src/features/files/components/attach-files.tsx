import { useId, useRef, useState } from 'react';
import { OptionSearch } from '#src/admin-ui/option-search.tsx';
import { OrderedList, useSavedList } from '#src/admin-ui/ordered-list.tsx';
import { match, RecordNote, useRecord, useStoreRecord } from '#src/admin-ui/record.tsx';
import { AreaField, LineField, SelectField } from '#src/admin-ui/text-fields.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Modal } from '#src/ui/modal.tsx';
import { urls } from '#src/urls.ts';
import type { AttachedKind, ManagedAttachment, ManagedAttachments } from '../attachments/contract.ts';
import { describeFile, KIND_NAMES, kindOfType, withoutExtension } from '../attachments/describe-file.ts';
import type { FileAccess, LibraryFile } from '../contract.ts';

const MAX_ATTACHED = 20;
const ACCESS_NAMES: Record<Exclude<FileAccess, 'public'>, string> = { members: 'Members only', private: 'Private, not shown' };

/** The files of a tale or collection, saved at once. `path`: of the tale or collection, below /admin. */
export function AttachFiles({ path }: { path: string }) {
  const id = useId();
  const record = useRecord<ManagedAttachments>(`${path}/files`);
  return (
    <section className="attach-files" aria-labelledby={id}>
      <h3 id={id} className="desk-part">
        Files
      </h3>
      <p className="hint">
        Worksheets, colouring pages and recordings for readers. Changes here are saved at once.{' '}
        <a className="link" href={urls.manageFiles()}>
          Upload files
        </a>
      </p>
      <RecordNote query={record} loading="Loading files..." gone="It was deleted.">
        {(saved) => <AttachmentList path={path} saved={saved} reload={record.refetch} />}
      </RecordNote>
    </section>
  );
}

type ListProps = { path: string; saved: ManagedAttachments; reload: () => Promise<unknown> };

function AttachmentList({ path, saved, reload }: ListProps) {
  const store = useStoreRecord();
  const [edited, setEdited] = useState<ManagedAttachment | null>(null);
  // Also those that are being added.
  const known = useRef(new Map<string, ManagedAttachment>());
  const put = (files: readonly ManagedAttachment[], tag: string) =>
    apiRequest<ManagedAttachments>('PUT', `/admin${path}/files`, { files: files.map(toInput) }, match(tag));
  const onAnswer = (answer: ManagedAttachments) => store(`${path}/files`, answer);
  const byIds = (ids: readonly string[]) => ids.flatMap((id) => known.current.get(id) ?? []);
  const list = useSavedList<string, ManagedAttachments>({
    saved: { ids: saved.files.map(({ id }) => id), tag: saved.tag },
    put: (ids, tag) => put(byIds(ids), tag),
    read: ({ files, tag }) => ({ ids: files.map(({ id }) => id), tag }),
    onAnswer,
    reload,
    failTitle: 'The files were not saved',
  });
  for (const file of saved.files) known.current.set(file.id, file);
  const files = byIds(list.ids);
  return (
    <>
      {files.length === 0 ? <p className="hint">No files yet.</p> : null}
      <OrderedList
        label="Files in their order"
        items={files}
        nameOf={nameOf}
        row={(file) => <AttachmentLine file={file} onEdit={() => setEdited(file)} />}
        onOrder={(ids) => void list.change(ids)}
        onRemove={({ id }) => void list.change(list.ids.filter((each) => each !== id))}
      />
      <OptionSearch<LibraryFile>
        label="Add a file"
        placeholder="Search by name"
        noun="files"
        path={(q) => `/files?${new URLSearchParams({ q, limit: '20' })}`}
        read={(answer) => (answer as { files: LibraryFile[] }).files}
        nameOf={({ name }) => name}
        row={(file) => <LibraryLine file={file} />}
        chosen={new Set(list.ids)}
        full={list.ids.length >= MAX_ATTACHED ? `At most ${MAX_ATTACHED} files can be attached.` : undefined}
        onAdd={(file) => {
          known.current.set(file.id, toAttachment(file));
          void list.change([...list.ids, file.id]);
        }}
      />
      {edited === null ? null : (
        <EditAttachment
          file={edited}
          onSave={async (changed) => {
            onAnswer(
              await put(
                saved.files.map((file) => (file.id === changed.id ? changed : file)),
                saved.tag,
              ),
            );
            setEdited(null);
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

function AttachmentLine({ file, onEdit }: { file: ManagedAttachment; onEdit: () => void }) {
  return (
    <span className="row-title attach-line">
      <span>
        <b>
          <bdi>{nameOf(file)}</bdi>
        </b>
        <small>{describeFile(file)}</small>
        <AccessBadge access={file.access} />
      </span>
      <button type="button" className="btn btn-quiet btn-sm" aria-label={`Edit ${nameOf(file)}`} onClick={onEdit}>
        Edit
      </button>
    </span>
  );
}

function LibraryLine({ file }: { file: LibraryFile }) {
  return (
    <span className="row-title">
      <span>
        <b>
          <bdi>{file.name}</bdi>
        </b>
        <AccessBadge access={file.access} />
      </span>
    </span>
  );
}

function AccessBadge({ access }: { access: FileAccess }) {
  if (access === 'public') return null;
  return (
    <span className="badge badge-amber">
      <i />
      {ACCESS_NAMES[access]}
    </span>
  );
}

type EditProps = { file: ManagedAttachment; onSave: (file: ManagedAttachment) => Promise<void>; onClose: () => void };

/** Asks for kind, label and description. What the server refuses is shown here, and nothing has changed. */
function EditAttachment({ file, onSave, onClose }: EditProps) {
  const [value, setValue] = useState(file);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const id = useId();
  const set = (change: Partial<ManagedAttachment>) => setValue({ ...value, ...change });

  async function submit(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setFailure('');
    try {
      await onSave(value);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(
        error.code === 'changed_since' ? 'Someone else has changed these files. Close this dialog and reload the page.' : error.message,
      );
      setBusy(false);
    }
  }

  return (
    <Modal className="dialog" aria-labelledby={id} onCancel={() => !isBusy && onClose()}>
      <form
        className="dialog-sheet"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id={id}>
          Edit “<bdi>{nameOf(file)}</bdi>”
        </h2>
        {failure === '' ? null : <Alert title={failure} wrong />}
        <SelectField
          label="Kind"
          value={value.kind}
          options={Object.entries(KIND_NAMES)}
          onChange={(kind) => set({ kind: kind as AttachedKind })}
        />
        <LineField
          label="Label"
          hint={`Leave empty to show “${withoutExtension(file.name)}”.`}
          value={value.label}
          maxLength={200}
          onChange={(label) => set({ label })}
        />
        <AreaField
          label="Description"
          value={value.description}
          rows={3}
          maxLength={500}
          onChange={(description) => set({ description })}
        />
        <div className="dialog-end">
          <button type="button" className="btn btn-line" aria-disabled={isBusy || undefined} onClick={() => !isBusy && onClose()}>
            Cancel
          </button>
          <BusyButton className="btn btn-solid" isBusy={isBusy} busyText="Saving…">
            Save
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}

function nameOf({ label, name }: ManagedAttachment): string {
  return label || name;
}

function toInput({ id, kind, label, description }: ManagedAttachment) {
  return { id, kind, label, description };
}

/** Returns an attachment of the kind that the type suggests. */
function toAttachment({ id, name, media_type: mediaType, bytes, pages, address, preview, access }: LibraryFile): ManagedAttachment {
  return { id, kind: kindOfType(mediaType), label: '', description: '', name, mediaType, bytes, pages, address, preview, access };
}
