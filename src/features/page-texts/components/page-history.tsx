import { useEffect, useRef, useState } from 'react';
import { ListPanel } from '#src/features/staff/components/list-panel.tsx';
import { useStaffList } from '#src/features/staff/components/use-staff-list.ts';
import { Icon } from '#src/ui/icon.tsx';
import { momentOf } from '#src/ui/when.ts';
import type { ManagedPage, PageVersion, PageVersions } from '../contract.ts';
import { PageCompare } from './page-compare.tsx';

type Props = { page: ManagedPage; onBack: () => void; onRestore: (version: PageVersion) => void };

/** What a page has said, newest first: each can be held against the present text, and brought back. */
export function PageHistory({ page, onBack, onRestore }: Props) {
  const query = useStaffList<PageVersions>(`/pages/${page.id}/versions`, {}, 'before');
  const [compared, setCompared] = useState<PageVersion | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const versions = query.data?.pages.flatMap((each) => each.versions) ?? [];
  // The button that led here is gone.
  useEffect(() => heading.current?.focus(), []);
  if (compared !== null)
    return <PageCompare page={page} version={compared} onBack={() => setCompared(null)} onRestore={() => onRestore(compared)} />;
  return (
    <div className="versions">
      <div className="compare-head">
        <button type="button" className="btn btn-quiet btn-sm" onClick={onBack}>
          <Icon name="back" />
          The text
        </button>
      </div>
      <h3 ref={heading} tabIndex={-1}>
        Former versions of “{page.title}”
      </h3>
      <ListPanel
        query={query}
        count={versions.length}
        words={['version', 'versions']}
        loading="Loading versions..."
        empty="No versions found"
        failed="Error loading versions"
      >
        <ol className="version-list">
          {versions.map((version) => (
            <li key={version.version} className={version.version === page.version ? 'is-now' : undefined}>
              <About version={version} />
              {version.version === page.version ? (
                <span className="badge">Now</span>
              ) : (
                <span className="version-deeds">
                  <button
                    type="button"
                    className="btn btn-line btn-sm"
                    aria-label={`Compare ${nameOf(version)}`}
                    onClick={() => setCompared(version)}
                  >
                    Compare
                  </button>
                  <button
                    type="button"
                    className="btn btn-quiet btn-sm"
                    aria-label={`Restore ${nameOf(version)}`}
                    onClick={() => onRestore(version)}
                  >
                    <Icon name="retry" />
                    Restore
                  </button>
                </span>
              )}
            </li>
          ))}
        </ol>
      </ListPanel>
    </div>
  );
}

/** As it is named in buttons and questions. */
function nameOf({ version }: PageVersion): string {
  return version === 0 ? 'the text of Talewood' : `version ${version}`;
}

function About({ version: { version, title, is_default, saved_at, by } }: { version: PageVersion }) {
  return (
    <span className="version-about">
      <b>{version === 0 ? 'The text that comes with Talewood' : <time dateTime={saved_at}>{momentOf(saved_at)}</time>}</b>
      <small>
        {version === 0 ? (
          <>Version 0</>
        ) : (
          <>
            Version {version} by <bdi>{by ?? 'a former administrator'}</bdi>
          </>
        )}
        {version > 0 && is_default ? ', the text of Talewood again' : null}
      </small>
      <small>
        <bdi>“{title}”</bdi>
      </small>
    </span>
  );
}
