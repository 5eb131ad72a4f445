import '#src/ui/styles/attached.css';
import { lazy, type ReactNode, Suspense } from 'react';
import { useCurrentUser } from '#src/api-client/current-user.ts';
import { urls } from '#src/urls.ts';
import type { AttachedFile } from '../attachments/contract.ts';
import { describeFile } from '../attachments/describe-file.ts';

const MemberFiles = lazy(async () => ({ default: (await import('./member-files.tsx')).MemberFiles }));

/** Pictures up to this size are their own preview. */
const MAX_PREVIEW_BYTES = 500_000;

type Props = { files: readonly AttachedFile[]; memberFiles: number; of: 'tales' | 'collections'; slug: string; page: string };

/** Files for readers, below a tale or collection; nothing if there are none. `page`: to return to after a login. */
export function AttachedFiles({ files, memberFiles, of, slug, page }: Props) {
  const isMember = useCurrentUser() !== null;
  if (files.length === 0 && memberFiles === 0) return null;
  const hint = (
    <p className="member-files">
      {memberFiles === 1 ? '1 file' : `${memberFiles} files`} for members{' '}
      <a className="link" href={urls.login(page)}>
        Log in to download
      </a>
    </p>
  );
  return (
    <section className="attached" aria-labelledby="attached">
      <h2 id="attached">Worksheets and files</h2>
      <FileList files={files} />
      {memberFiles === 0 ? null : isMember ? (
        <Suspense fallback={<p className="member-files" />}>
          <MemberFiles path={`${of}/${slug}`}>{(found) => <FileList files={found} />}</MemberFiles>
        </Suspense>
      ) : (
        hint
      )}
    </section>
  );
}

function FileList({ files }: { files: readonly AttachedFile[] }): ReactNode {
  if (files.length === 0) return null;
  return (
    <ul>
      {files.map((file) => (
        <li key={file.id}>
          <FileEntry file={file} />
        </li>
      ))}
    </ul>
  );
}

function FileEntry({ file }: { file: AttachedFile }) {
  const { label, description, mediaType, address, bytes } = file;
  const preview = file.preview ?? (mediaType.startsWith('image/') && bytes <= MAX_PREVIEW_BYTES ? address : null);
  return (
    <>
      <span className="attached-preview">{preview === null ? null : <img src={preview} alt="" loading="lazy" />}</span>
      <div>
        <a className="link attached-name" href={address}>
          {label}
        </a>
        <p>{describeFile(file)}</p>
        {description === '' ? null : <p>{description}</p>}
        {mediaType.startsWith('audio/') ? (
          // biome-ignore lint/a11y/useMediaCaption: the text of a recording is the tale above
          <audio controls preload="none" src={address} aria-label={label} />
        ) : null}
      </div>
      <a className="btn btn-line" href={address} download={file.name} aria-label={`Download ${label}`}>
        Download
      </a>
    </>
  );
}
