import { useEffect, useMemo, useRef, useState } from 'react';
import { compareParagraphs, compareWords } from '#src/admin-ui/compare-text.ts';
import { PagedList, usePagedList } from '#src/admin-ui/paged-list.tsx';
import { RecordNote, useRecord } from '#src/admin-ui/record.tsx';
import { type FieldChange, FieldChanges } from '#src/admin-ui/text-changes.tsx';
import { formatLocalTime } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { ManagedPage, PageVersion, PageVersions, PageVersionText } from '../contract.ts';
import type { PageValues } from './page-form.tsx';

type Props = { page: ManagedPage; onBack: () => void; onRestore: (version: PageVersion) => void };

/** Version history of a page, newest first, to compare and restore. */
export function PageHistory({ page, onBack, onRestore }: Props) {
  const query = usePagedList<PageVersions>(`/pages/${page.id}/versions`, {}, { cursor: 'before' });
  const [compared, setCompared] = useState<PageVersion | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const versions = query.data?.pages.flatMap((each) => each.versions) ?? [];
  // The button that opened this view is gone, and the focus with it.
  useEffect(() => heading.current?.focus(), []);
  if (compared !== null)
    return <PageComparison page={page} version={compared} onBack={() => setCompared(null)} onRestore={() => onRestore(compared)} />;
  return (
    <div className="versions">
      <div className="compare-head">
        <button type="button" className="btn btn-quiet btn-sm" onClick={onBack}>
          <Icon name="back" />
          Back to the text
        </button>
      </div>
      <h3 ref={heading} tabIndex={-1}>
        Version history of “{page.title}”
      </h3>
      <PagedList
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
              <VersionInfo version={version} />
              {version.version === page.version ? (
                <span className="badge">Current</span>
              ) : (
                <span className="version-actions">
                  <button
                    type="button"
                    className="btn btn-line btn-sm"
                    aria-label={`Compare ${versionName(version)}`}
                    onClick={() => setCompared(version)}
                  >
                    Compare
                  </button>
                  <button
                    type="button"
                    className="btn btn-quiet btn-sm"
                    aria-label={`Restore ${versionName(version)}`}
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
      </PagedList>
    </div>
  );
}

/** Name of the version in button labels. */
function versionName({ version }: PageVersion): string {
  return version === 0 ? 'the default text' : `version ${version}`;
}

function VersionInfo({ version: { version, title, is_default, saved_at, by } }: { version: PageVersion }) {
  return (
    <span className="version-about">
      <b>{version === 0 ? 'Default text' : <time dateTime={saved_at}>{formatLocalTime(saved_at)}</time>}</b>
      <small>
        {version === 0 ? (
          <>Version 0</>
        ) : (
          <>
            Version {version} by <bdi>{by ?? 'a former administrator'}</bdi>
          </>
        )}
        {version > 0 && is_default ? ', default text restored' : null}
      </small>
      <small>
        <bdi>“{title}”</bdi>
      </small>
    </span>
  );
}

type CompareProps = { page: ManagedPage; version: PageVersion; onBack: () => void; onRestore: () => void };

/** Compares a version with the current text. */
function PageComparison({ page, version, onBack, onRestore }: CompareProps) {
  const query = useRecord<PageVersionText>(`/pages/${page.id}/versions/${version.version}`);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that opened this view is gone, and the focus with it.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="versions">
      <div className="compare-head">
        <button type="button" className="btn btn-quiet btn-sm" onClick={onBack}>
          <Icon name="back" />
          All versions
        </button>
        <button type="button" className="btn btn-line btn-sm" onClick={onRestore}>
          <Icon name="retry" />
          Restore version {version.version}
        </button>
      </div>
      <h3 ref={heading} tabIndex={-1}>
        Changes since version {version.version}
      </h3>
      <p className="hint">
        <ins className="mark-added">Added words</ins> are underlined, <del className="mark-removed">removed words</del> are struck through.
      </p>
      <RecordNote query={query} loading="Loading versions..." gone="This version no longer exists.">
        {(old) => <Changes old={old} page={page} />}
      </RecordNote>
    </div>
  );
}

function Changes({ old, page }: { old: PageVersionText; page: ManagedPage }) {
  const changes = useMemo(() => comparePages(old, page), [old, page]);
  return <FieldChanges changes={changes} styleOf={(field) => ({ lang: 'en', isProse: field === 'content' })} />;
}

/** Returns the differences between two versions: title, and text by paragraph. */
function comparePages(before: PageValues, after: PageValues): FieldChange[] {
  const changes: FieldChange[] = [];
  if (before.title !== after.title)
    changes.push({ field: 'title', label: 'Title', blocks: [{ parts: compareWords(before.title, after.title) }] });
  if (before.markdown !== after.markdown) {
    const blocks = compareParagraphs(paragraphsOf(before.markdown), paragraphsOf(after.markdown));
    changes.push({ field: 'content', label: 'Text', blocks });
  }
  return changes;
}

function paragraphsOf(markdown: string): string[] {
  return markdown.split(/\n{2,}/);
}
