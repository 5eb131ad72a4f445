import { DropZone } from '#src/admin-ui/drop-zone.tsx';
import { useFocusWhenLost } from '#src/admin-ui/record-layout.tsx';
import { formatMegabytes } from '#src/admin-ui/upload-file.ts';
import { UploadList, type UploadText } from '#src/admin-ui/upload-list.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import { Icon } from '#src/ui/icon.tsx';
import { MAX_UPLOAD_FILES } from '../../formats/accepted-files.ts';
import type { ImportFile } from '../contract.ts';
import { type ActionRunner, useImportCache } from './use-import.tsx';
import { ACCEPTED_TYPES, readDropped, type ImportFiles as Sending } from './use-import-files.ts';

/** For the `accept` attribute. */
const ACCEPT = '.txt,.text,.html,.htm,.xhtml,.epub,.md,.markdown,.docx,.csv,.tsv,.json,.jsonl,.ndjson,.zip';

const UPLOAD_TEXT: UploadText = {
  things: ['file', 'files'],
  opening: 'Processing',
  done: 'Uploaded',
  allDone: 'All files uploaded',
};

type ImportFilesProps = { id: string; files: readonly ImportFile[]; uploading: Sending; runner: ActionRunner };

/** Drop zone, uploads in progress and uploaded files. */
export function ImportFiles({ id, files, uploading, runner }: ImportFilesProps) {
  // Removing a file removes its focused button.
  const area = useFocusWhenLost<HTMLDivElement>(String(files.length));
  const { reloadImport } = useImportCache();
  const { uploads, sent, isBusy, left, take, dismiss, retry } = uploading;
  return (
    <div ref={area} className="import-drop" tabIndex={-1}>
      <DropZone area={area} accept={ACCEPT} button="Choose files" filesOf={readDropped} onFiles={take}>
        Drop files or a folder here, or
      </DropZone>
      <p className="hint">
        {ACCEPTED_TYPES}. Up to {MAX_UPLOAD_FILES} files of up to 60 MB each.
      </p>
      <p className="import-left" role="status">
        {left}
      </p>
      <UploadList uploads={uploads} words={UPLOAD_TEXT} onDismiss={dismiss} onRetry={retry} />
      <p className="visually-hidden" role="status">
        {!isBusy && sent > 0 ? `${sent === 1 ? '1 file' : `${sent} files`} uploaded` : ''}
      </p>
      <FileList
        files={files}
        isBusy={runner.busy !== null}
        onRemove={(file) =>
          void runner.run('remove', async () => {
            await apiRequest('DELETE', `/admin/imports/${id}/files/${file.id}`);
            await reloadImport(id);
          })
        }
      />
    </div>
  );
}

type FileListProps = { files: readonly ImportFile[]; isBusy: boolean; onRemove: (file: ImportFile) => void };

/** The uploaded files, each with a remove button. */
function FileList({ files, isBusy, onRemove }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <ul className="import-files" aria-label="Files of this import">
      {files.map((file) => (
        <li key={file.id}>
          <Icon name="check" />
          <span className="upload-words">
            <b>
              <bdi>{file.name}</bdi>
            </b>
            <small className="figures">{formatMegabytes(file.bytes)}</small>
          </span>
          <button
            type="button"
            className="icon-btn"
            aria-label={`Remove ${file.name}`}
            aria-disabled={isBusy || undefined}
            onClick={() => onRemove(file)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
