import { send } from '#src/features/accounts/components/send.ts';
import { useFocusWhenLost } from '#src/features/catalogue/components/use-focus-when-lost.ts';
import { DropZone } from '#src/features/staff/components/drop-zone.tsx';
import { UploadList, type UploadWords } from '#src/features/staff/components/upload-list.tsx';
import type { ImportFile } from '../contract.ts';
import { MOST_FILES } from '../limits.ts';
import { FileList } from './file-list.tsx';
import { readDropped } from './read-dropped.ts';
import { ACCEPT, TAKEN } from './send-import-file.ts';
import type { Deed } from './use-deed.ts';
import { useImportCache } from './use-import.ts';
import type { ImportFiles as Sending } from './use-import-files.ts';

const WORDS: UploadWords = { things: ['file', 'files'], opening: 'Being put down', done: 'They are there', allDone: 'All files are there' };

type Props = { id: string; files: readonly ImportFile[]; sending: Sending; deed: Deed };

/** A place for files, those on their way, and those that are there. */
export function ImportFiles({ id, files, sending, deed }: Props) {
  // A file that is taken out takes its button with it.
  const area = useFocusWhenLost<HTMLDivElement>(String(files.length));
  const { reloadImport } = useImportCache();
  const { uploads, sent, isBusy, left, take, dismiss, retry } = sending;
  return (
    <div ref={area} className="import-drop" tabIndex={-1}>
      <DropZone area={area} accept={ACCEPT} button="Choose files" filesOf={readDropped} onFiles={take}>
        Drop files or a folder here, or
      </DropZone>
      <p className="hint">
        {TAKEN}. Up to {MOST_FILES} files, each of at most 60 MB.
      </p>
      <p className="import-left" role="status">
        {left}
      </p>
      <UploadList uploads={uploads} words={WORDS} onDismiss={dismiss} onRetry={retry} />
      <p className="visually-hidden" role="status">
        {!isBusy && sent > 0 ? `${sent === 1 ? '1 file has' : `${sent} files have`} come` : ''}
      </p>
      <FileList
        files={files}
        isBusy={deed.busy !== null}
        onRemove={(file) =>
          void deed.run('remove', async () => {
            await send('DELETE', `/admin/imports/${id}/files/${file.id}`);
            await reloadImport(id);
          })
        }
      />
    </div>
  );
}
