import { type ReactNode, useState } from 'react';
import { ActionDialog } from '#src/admin-ui/action-dialog.tsx';
import { match, useRecord } from '#src/admin-ui/record.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import { Field } from '#src/ui/field.tsx';
import { toast } from '#src/ui/toast.ts';
import type { FileAccess, FileWithUses, Folder, FolderChoices, LibraryFile } from '../contract.ts';

export const ACCESS_TEXTS: Record<FileAccess, string> = {
  public: 'Public: everyone',
  members: 'Members: who is logged in',
  private: 'Private: editors and temporary links',
};

/** The dialog that is open. */
export type FileAction =
  | { kind: 'new-folder'; parent: string | null }
  | { kind: 'edit-folder' | 'delete-folder'; folder: Folder }
  | { kind: 'rename' | 'move' | 'copy' | 'delete'; file: LibraryFile };

type Props<Action> = { action: Action; onDone: () => void; onCancel: () => void };

/** Asks for what a change of a folder or file needs, and makes it. */
export function FileDialog({ action, onDone, onCancel }: Props<FileAction>) {
  const shared = { onDone, onCancel };
  switch (action.kind) {
    case 'new-folder':
    case 'edit-folder':
      return <FolderDialog action={action} {...shared} />;
    case 'delete-folder':
      return (
        <ActionDialog
          title={`Delete “${action.folder.name}”?`}
          confirm="Delete folder"
          text="Only empty folders can be deleted."
          onCancel={onCancel}
          onConfirm={async () => {
            await apiRequest('DELETE', `/admin/folders/${action.folder.id}`, undefined, match(action.folder.version));
            void toast({ title: 'Folder deleted' });
            onDone();
          }}
        />
      );
    case 'delete':
      return <DeleteDialog file={action.file} {...shared} />;
    default:
      return <PlaceDialog action={{ ...action, kind: action.kind }} {...shared} />;
  }
}

function FolderDialog({
  action,
  onDone,
  onCancel,
}: Props<Extract<FileAction, { kind: 'new-folder' }> | { kind: 'edit-folder' | 'delete-folder'; folder: Folder }>) {
  const folder = action.kind === 'new-folder' ? null : action.folder;
  const [name, setName] = useState(folder?.name ?? '');
  const [access, setAccess] = useState<FileAccess>(folder?.access ?? 'private');
  const [parent, setParent] = useState(folder?.parent_id ?? '');
  return (
    <ActionDialog
      title={folder === null ? 'New folder' : `Edit “${folder.name}”`}
      confirm={folder === null ? 'Create folder' : 'Save folder'}
      isSafe
      text="Access also applies to the folders in it, unless they are stricter."
      onCancel={onCancel}
      onConfirm={async () => {
        if (folder === null)
          await apiRequest('POST', '/admin/folders', { name, access, parent_id: action.kind === 'new-folder' ? action.parent : null });
        else await apiRequest('PATCH', `/admin/folders/${folder.id}`, { name, access, parent_id: parent || null }, match(folder.version));
        void toast({ title: folder === null ? 'Folder created' : 'Folder saved' });
        onDone();
      }}
    >
      <Field name="folder-name" label="Name" value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
      <Choice name="folder-access" label="Who may open its files" value={access} onChange={(value) => setAccess(value as FileAccess)}>
        {Object.entries(ACCESS_TEXTS).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Choice>
      {folder === null ? null : <FolderChoice value={parent} top onChange={setParent} />}
    </ActionDialog>
  );
}

/** Renames, moves or copies a file. */
function PlaceDialog({ action: { kind, file }, onDone, onCancel }: Props<{ kind: 'rename' | 'move' | 'copy'; file: LibraryFile }>) {
  const [name, setName] = useState(file.name);
  const [folder, setFolder] = useState(file.folder_id);
  const verb = { rename: 'Rename', move: 'Move', copy: 'Copy' }[kind];
  return (
    <ActionDialog
      title={`${verb} “${file.name}”`}
      confirm={`${verb} file`}
      isSafe
      text={kind === 'copy' ? 'The copy has its own address.' : 'Its address stays valid.'}
      onCancel={onCancel}
      onConfirm={async () => {
        if (kind === 'copy') await apiRequest('POST', `/admin/files/${file.id}/copy`, { folder_id: folder });
        else
          await apiRequest('PATCH', `/admin/files/${file.id}`, kind === 'rename' ? { name } : { folder_id: folder }, match(file.version));
        void toast({ title: { rename: 'File renamed', move: 'File moved', copy: 'File copied' }[kind] });
        onDone();
      }}
    >
      {kind === 'rename' ? (
        <Field name="file-name" label="Name" value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      ) : (
        <FolderChoice value={folder} onChange={setFolder} />
      )}
    </ActionDialog>
  );
}

function DeleteDialog({ file, onDone, onCancel }: Omit<Props<never>, 'action'> & { file: LibraryFile }) {
  const details = useRecord<FileWithUses>(`/files/${file.id}`);
  const uses = details.data?.used_in ?? [];
  const used = uses.length === 0 ? '' : ` It is used in ${new Intl.ListFormat('en').format(uses.map(({ title }) => `“${title}”`))}.`;
  return (
    <ActionDialog
      title={`Delete “${file.name}”?`}
      confirm="Delete file"
      text={details.data === undefined ? 'Checking where it is used...' : `The file and its temporary links stop working at once.${used}`}
      onCancel={onCancel}
      onConfirm={async () => {
        await apiRequest('DELETE', `/admin/files/${file.id}`, undefined, match(file.version));
        void toast({ title: 'File deleted' });
        onDone();
      }}
    />
  );
}

function FolderChoice({ value, top = false, onChange }: { value: string; top?: boolean; onChange: (id: string) => void }) {
  const { data } = useRecord<FolderChoices>('/folders');
  return (
    <Choice name="folder" label="Folder" value={value} onChange={onChange}>
      {top ? <option value="">Top level</option> : null}
      {(data?.folders ?? []).map(({ id, path }) => (
        <option key={id} value={id}>
          {path}
        </option>
      ))}
    </Choice>
  );
}

type ChoiceProps = { name: string; label: string; value: string; onChange: (value: string) => void; children: ReactNode };

export function Choice({ name, label, value, onChange, children }: ChoiceProps) {
  return (
    <div className="field">
      <label className="label" htmlFor={`field-${name}`}>
        {label}
      </label>
      <select className="input" id={`field-${name}`} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </div>
  );
}
