import { useEffect, useMemo, useRef } from 'react';
import { RecordNote } from '#src/features/catalogue/components/record-note.tsx';
import { useRecord } from '#src/features/catalogue/components/use-record.ts';
import { FieldChanges } from '#src/features/versions/components/field-changes.tsx';
import { Icon } from '#src/ui/icon.tsx';
import type { ManagedPage, PageVersion, PageVersionText } from '../contract.ts';
import { comparePages } from './compare-pages.ts';

type Props = { page: ManagedPage; version: PageVersion; onBack: () => void; onRestore: () => void };

/** A former version held against the present text. */
export function PageCompare({ page, version, onBack, onRestore }: Props) {
  const query = useRecord<PageVersionText>(`/pages/${page.id}/versions/${version.version}`);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone.
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
        From version {version.version} to now
      </h3>
      <p className="hint">
        <ins className="mark-added">Words with a line below</ins> were added, <del className="mark-removed">words struck out</del> taken
        away.
      </p>
      <RecordNote query={query} loading="Loading versions..." gone="This version is not there any more.">
        {(old) => <Changes old={old} page={page} />}
      </RecordNote>
    </div>
  );
}

function Changes({ old, page }: { old: PageVersionText; page: ManagedPage }) {
  const changes = useMemo(() => comparePages(old, page), [old, page]);
  return <FieldChanges changes={changes} language="en" />;
}
