import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { PagedList, usePagedList, useReloadLists } from '#src/admin-ui/paged-list.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { formatLocalTime } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import type { ManagedTale, SaveResult } from '../contract.ts';
import type { Revision, RevisionPage } from './revisions.ts';

const CompareView = lazy(async () => ({ default: (await import('./compare-view.tsx')).CompareView }));

type Props = {
  tale: ManagedTale;
  /** Called after an earlier version was saved as the current one. */
  onRestored: (result: SaveResult) => void;
};

/** Version history of a tale: compare and restore earlier versions. */
export function RevisionsPanel({ tale, onRestored }: Props) {
  const path = `/tales/${tale.id}/revisions`;
  const query = usePagedList<RevisionPage>(path, {});
  const reload = useReloadLists(path);
  const [comparedVersion, setComparedVersion] = useState<number | null>(null);
  const [versionToRestore, setVersionToRestore] = useState<number | null>(null);
  const revisions = query.data?.pages.flatMap((page) => page.revisions) ?? [];
  const loadedVersion = useRef(tale.version);
  useEffect(() => {
    if (loadedVersion.current === tale.version) return;
    loadedVersion.current = tale.version;
    void reload();
  });

  async function restore(version: number): Promise<void> {
    try {
      const headers = { 'If-Match': `"${tale.version}"` };
      const result = await apiRequest<SaveResult>('POST', `/admin${path}/${version}/restore`, undefined, headers);
      setComparedVersion(null);
      onRestored(result);
      void toast({ title: 'Version restored', text: `Version ${version} of “${result.tale.title}” is now the current version.` });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      void toast({ title: 'Error restoring version', text: error.message, wrong: true });
    }
    setVersionToRestore(null);
  }

  const toRestore = revisions.find(({ version }) => version === versionToRestore);
  return (
    <div className="versions">
      {comparedVersion === null ? (
        <PagedList
          query={query}
          count={revisions.length}
          words={['earlier version', 'earlier versions']}
          loading="Loading versions..."
          empty="No earlier versions yet. Each save adds the previous version."
          failed="Error loading versions"
        >
          <RevisionList tale={tale} revisions={revisions} onCompare={setComparedVersion} onRestore={setVersionToRestore} />
          <p className="hint">The latest 200 earlier versions are stored.</p>
        </PagedList>
      ) : (
        <Suspense fallback={<p className="panel-note">Loading versions...</p>}>
          <CompareView
            tale={tale}
            revisions={revisions}
            first={comparedVersion}
            onBack={() => setComparedVersion(null)}
            onRestore={setVersionToRestore}
          />
        </Suspense>
      )}
      {toRestore === undefined ? null : (
        <ConfirmDialog
          title="Restore this version?"
          confirm="Restore"
          isSafe
          onConfirm={() => restore(toRestore.version)}
          onCancel={() => setVersionToRestore(null)}
        >
          {confirmationText(toRestore)}
        </ConfirmDialog>
      )}
    </div>
  );
}

function confirmationText({ version, saved_at }: Revision): string {
  return `The tale gets the text and fields of version ${version}, saved ${formatLocalTime(saved_at)}. Its URL, status and publish date do not change. The current version stays in the history.`;
}

type ListProps = {
  tale: ManagedTale;
  revisions: readonly Revision[];
  onCompare: (version: number) => void;
  onRestore: (version: number) => void;
};

/** The versions of a tale, the current one first. */
function RevisionList({ tale, revisions, onCompare, onRestore }: ListProps) {
  return (
    <ol className="version-list">
      <li className="is-now">
        <VersionInfo version={{ ...tale, saved_at: tale.updated_at }} title="" />
        <span className="badge">Current</span>
      </li>
      {revisions.map((revision) => {
        const name = `version ${revision.version}, ${formatLocalTime(revision.saved_at)}`;
        return (
          <li key={revision.version}>
            <VersionInfo version={revision} title={revision.title === tale.title ? '' : revision.title} />
            <span className="version-actions">
              <button
                type="button"
                className="btn btn-line btn-sm"
                aria-label={`Compare ${name}`}
                onClick={() => onCompare(revision.version)}
              >
                Compare
              </button>
              <button
                type="button"
                className="btn btn-quiet btn-sm"
                aria-label={`Restore ${name}`}
                onClick={() => onRestore(revision.version)}
              >
                <Icon name="retry" />
                Restore
              </button>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

type VersionInfoProps = {
  version: Pick<Revision, 'version' | 'saved_at' | 'edited_by' | 'suggested_by' | 'words' | 'status'>;
  title: string;
};

function VersionInfo({ version: { version, saved_at, edited_by, suggested_by, words, status }, title }: VersionInfoProps) {
  return (
    <span className="version-about">
      <b>
        <time dateTime={saved_at}>{formatLocalTime(saved_at)}</time>
      </b>
      <small>
        Version {version}
        {edited_by === null ? '' : ' by '}
        {edited_by === null ? null : <bdi>{edited_by}</bdi>}
        {suggested_by === null ? null : (
          <>
            , suggested by <bdi>{suggested_by}</bdi>
          </>
        )}{' '}
        · {status === 'published' ? 'Published' : 'Draft'} ·{' '}
        <span className="figures">{words === 1 ? '1 word' : `${words.toLocaleString()} words`}</span>
      </small>
      {title === '' ? null : (
        <small>
          Title: <bdi>“{title}”</bdi>
        </small>
      )}
    </span>
  );
}
