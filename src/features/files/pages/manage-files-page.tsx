import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { AdminTable, RowTitle, StatusBadge } from '#src/admin-ui/admin-table.tsx';
import { DropZone } from '#src/admin-ui/drop-zone.tsx';
import {
  type AdminPageProps,
  ListSearch,
  listHref,
  PagedList,
  parseListQuery,
  useLivePages,
  useReloadLists,
} from '#src/admin-ui/paged-list.tsx';
import { isNotFound, RecordNews, useRecord } from '#src/admin-ui/record.tsx';
import { formatMegabytes } from '#src/admin-ui/upload-file.ts';
import { UploadList, useUploads } from '#src/admin-ui/upload-list.tsx';
import { apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import { formatLocalDate } from '#src/ui/format.ts';
import { type RowAction, RowMenu } from '#src/ui/row-menu.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { type FileAction, FileDialog } from '../components/file-dialogs.tsx';
import { FileLinks } from '../components/file-links.tsx';
import { uploadLibraryFile } from '../components/upload-library-file.ts';
import type { FileListing, FileUpload, Folder, LibraryFile } from '../contract.ts';
import { FILE_EXTENSIONS } from '../limits.ts';

const ACCEPT = FILE_EXTENSIONS.map((each) => `.${each}`).join();
const UPLOAD_TEXT = {
  things: ['file', 'files'] as [string, string],
  opening: 'Checking file…',
  done: 'Uploaded',
  allDone: 'All files were uploaded.',
};
const REPLACE_TEXT = { ...UPLOAD_TEXT, done: 'Replaced', allDone: 'All files were replaced.' };

/** The file library: folders and files, with uploads. Folder and search are part of the URL. */
export function ManageFilesPage({ search, show }: AdminPageProps) {
  const params = parseListQuery(search, ['folder', 'q']);
  const { folder = '', q = '' } = params;
  const query = useFileList(params);
  const reload = useReloadLists('/files');
  const [action, setAction] = useState<FileAction | null>(null);
  const [linked, setLinked] = useState<LibraryFile | null>(null);
  const key = JSON.stringify(params);
  const onSearch = useCallback((text: string) => show(urls.manageFiles(listHref(JSON.parse(key), { q: text }))), [key, show]);
  const live = useLivePages('files', query, ({ folders, files }) => [...folders, ...files]);
  const close = () => setAction(null);
  return (
    <AdminFrame title="Files" lede="Worksheets, colouring pages and recordings" path={urls.manageFiles()}>
      <div className="files">
        <Breadcrumbs path={query.data?.pages[0]?.path ?? []} />
        {folder === '' ? null : <Uploads key={folder} folderId={folder} onChanged={() => void reload()} />}
        <div className="panel-tools">
          <ListSearch label="Search files" placeholder="Search by name" q={q} onSearch={onSearch} />
          <button type="button" className="btn btn-line" onClick={() => setAction({ kind: 'new-folder', parent: folder || null })}>
            New folder
          </button>
        </div>
        {linked === null ? null : <FileLinks key={linked.id} file={linked} onClose={() => setLinked(null)} />}
        <PagedList
          live={live}
          removedText={q === '' ? 'Moved or deleted' : 'Moved, deleted or no longer found'}
          query={query}
          count={live.rows.length}
          words={['entry', 'entries']}
          loading="Loading files..."
          empty={q !== '' ? 'No files found' : folder === '' ? 'No folders yet. Create one to upload files.' : 'This folder is empty.'}
          failed="Error loading files"
        >
          <FileTable rows={live.rows} onAction={setAction} onLinks={setLinked} onReplaced={() => void reload()} />
        </PagedList>
        {action === null ? null : (
          <FileDialog
            action={action}
            onCancel={close}
            onDone={() => {
              close();
              if (action.kind === 'delete' && action.file.id === linked?.id) setLinked(null);
              void reload();
            }}
          />
        )}
        <RecordNews>
          {query.data !== undefined && isNotFound(query.error) ? 'This folder was deleted. What you see was loaded before.' : null}
        </RecordNews>
      </div>
    </AdminFrame>
  );
}

/** Queries a folder or a search, 100 files a page. */
function useFileList(params: Record<string, string>) {
  const queryKey = ['staff', '/files', params];
  const fetchPage = (offset: number) =>
    apiRequest<FileListing>('GET', `/admin/files?${new URLSearchParams({ ...params, ...(offset > 0 && { offset: String(offset) }) })}`);
  const nextOffset = ({ total }: FileListing, pages: readonly FileListing[]) => {
    const shown = pages.reduce((sum, page) => sum + page.files.length, 0);
    return shown < total ? shown : null;
  };
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: retryUpTo(3),
  });
  const fetchAfter = async (pages: readonly FileListing[]) => {
    const [last] = pages.slice(-1);
    const offset = last === undefined ? null : nextOffset(last, pages);
    return offset === null ? null : fetchPage(offset);
  };
  return { ...query, queryKey, fetchAfter };
}

function Breadcrumbs({ path }: { path: FileListing['path'] }) {
  return (
    <nav className="files-path" aria-label="Folder">
      <ol>
        {[{ id: '', name: 'All folders' }, ...path].map(({ id, name }, index) => (
          <li key={id}>
            {index === path.length ? <span aria-current="page">{name}</span> : <a href={urls.manageFiles(id && `folder=${id}`)}>{name}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Uploads to a folder. Large files that were interrupted continue when they are chosen again. */
function Uploads({ folderId, onChanged }: { folderId: string; onChanged: () => void }) {
  const area = useRef<HTMLDivElement>(null);
  const unfinished = useRecord<{ uploads: FileUpload[] }>('/file-uploads', { changes: 'files' });
  const { uploads, add, dismiss, retry, pause } = useUploads<LibraryFile>({
    sendOne: async (file, onProgress, signal) => {
      const made = await uploadLibraryFile(file, { folderId, onProgress, signal });
      return { made, text: 'Uploaded' };
    },
    onDone: () => {
      onChanged();
      void unfinished.refetch();
    },
  });
  const own = (unfinished.data?.uploads ?? []).filter(
    (each) => each.folder_id === folderId && !uploads.some(({ name }) => name === each.name),
  );
  return (
    <div ref={area}>
      <DropZone area={area} accept={ACCEPT} button="Upload files" onFiles={add}>
        Drop or paste files here, or
      </DropZone>
      <UploadList uploads={uploads} words={UPLOAD_TEXT} onDismiss={dismiss} onRetry={retry} onPause={pause} />
      {own.length === 0 ? null : (
        <ul className="uploads" aria-label="Unfinished uploads">
          {own.map(({ id, name, bytes, received }) => (
            <li key={id} className="upload">
              <span className="upload-words">
                <b>{name}</b>
                <small>{Math.floor((100 * received) / bytes)} % uploaded. Choose the file again to continue.</small>
              </span>
              <button
                type="button"
                className="btn btn-line btn-sm"
                onClick={async () => {
                  await apiRequest('DELETE', `/admin/file-uploads/${id}`, undefined, { 'tus-resumable': '1.0.0' }).catch(() => {});
                  await unfinished.refetch();
                }}
              >
                Cancel upload<span className="visually-hidden"> of {name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type TableProps = {
  rows: readonly (Folder | LibraryFile)[];
  onAction: (action: FileAction) => void;
  onLinks: (file: LibraryFile) => void;
  onReplaced: () => void;
};

const BADGES = { public: ['good', 'Public'], members: ['amber', 'Members'], private: [undefined, 'Private'] } as const;

function FileTable({ rows, onAction, onLinks, onReplaced }: TableProps) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<LibraryFile | null>(null);
  const targets = useRef(new WeakMap<File, LibraryFile>());
  const { uploads, add, dismiss, retry, pause } = useUploads<LibraryFile>({
    sendOne: async (file, onProgress, signal) => {
      const replaces = targets.current.get(file);
      const made = await uploadLibraryFile(file, { folderId: replaces?.folder_id ?? '', replaces, onProgress, signal });
      return { made, text: `Replaced ${made.name}` };
    },
    onDone: onReplaced,
  });
  const isFolder = (row: Folder | LibraryFile): row is Folder => !('bytes' in row);
  const actionsOf = (row: Folder | LibraryFile): RowAction[] =>
    isFolder(row)
      ? [
          { name: 'Edit folder', icon: 'feather', run: () => onAction({ kind: 'edit-folder', folder: row }) },
          { name: 'Delete folder', icon: 'bin', danger: true, run: () => onAction({ kind: 'delete-folder', folder: row }) },
        ]
      : [
          { name: 'Copy address', icon: 'link', run: () => void copyAddress(row) },
          { name: 'Temporary links', icon: 'clock', run: () => onLinks(row) },
          { name: 'Rename file', icon: 'feather', run: () => onAction({ kind: 'rename', file: row }) },
          { name: 'Move file', icon: 'box', run: () => onAction({ kind: 'move', file: row }) },
          { name: 'Copy file', icon: 'copy', run: () => onAction({ kind: 'copy', file: row }) },
          {
            ...{ name: 'Replace file', icon: 'retry' },
            run: () => {
              chosen.current = row;
              input.current?.click();
            },
          },
          { name: 'Delete file', icon: 'bin', danger: true, run: () => onAction({ kind: 'delete', file: row }) },
        ];

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPT}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file === undefined || chosen.current === null) return;
          targets.current.set(file, chosen.current);
          add([file]);
        }}
      />
      <UploadList uploads={uploads} words={REPLACE_TEXT} onDismiss={dismiss} onRetry={retry} onPause={pause} />
      <AdminTable
        rows={rows}
        columns={[
          {
            title: 'Name',
            cell: (row) => (
              <RowTitle
                note={
                  isFolder(row)
                    ? `Folder, ${row.entries === 1 ? '1 entry' : `${row.entries} entries`}`
                    : `${formatMegabytes(row.bytes)}${row.pages === null ? '' : `, ${row.pages === 1 ? '1 page' : `${row.pages} pages`}`}`
                }
              >
                <a className="link" href={isFolder(row) ? urls.manageFiles(`folder=${row.id}`) : row.address}>
                  <bdi>{row.name}</bdi>
                </a>
              </RowTitle>
            ),
          },
          {
            title: 'Access',
            label: true,
            cell: (row) => {
              const [kind, text] = BADGES[isFolder(row) ? row.effective_access : row.access];
              return <StatusBadge kind={kind}>{text}</StatusBadge>;
            },
          },
          { title: 'Changed', className: 'when', label: true, cell: (row) => (isFolder(row) ? '–' : formatLocalDate(row.updated_at)) },
          {
            title: 'Actions',
            className: 'row-menu',
            cell: (row) => <RowMenu label={`Actions for ${row.name}`} actions={actionsOf(row)} />,
          },
        ]}
      />
    </>
  );
}

async function copyAddress({ address }: LibraryFile): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(address, location.href).href);
    await toast({ title: 'Address copied' });
  } catch {
    await toast({ title: 'Error', text: 'Your browser could not copy the address. Open the file, and copy it from there.', wrong: true });
  }
}
