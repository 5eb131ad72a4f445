import { megabytes } from '#src/features/staff/components/transfer-file.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { ImportFile } from '../contract.ts';

type Props = { files: readonly ImportFile[]; isBusy: boolean; onRemove: (file: ImportFile) => void };

/** The files that have come, each of which can be taken out again. */
export function FileList({ files, isBusy, onRemove }: Props) {
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
            <small className="figures">{megabytes(file.bytes)}</small>
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
