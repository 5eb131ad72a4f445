import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import type { ManagedTale, TaleFields } from '#src/features/manage/contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import { momentOf } from '#src/ui/when.ts';
import type { Revision, RevisionView } from '../contract.ts';
import { compareTales } from './compare-tales.ts';
import { FieldChanges } from './field-changes.tsx';

type Props = {
  tale: ManagedTale;
  revisions: readonly Revision[];
  /** The version that is held against the present one at first. */
  first: number;
  onBack: () => void;
  onRestore: (version: number) => void;
};

/** Two versions of a tale held against each other, of which the earlier can be restored. */
export function CompareView({ tale, revisions, first, onBack, onRestore }: Props) {
  const [chosen, setChosen] = useState<[number, number]>([first, tale.version]);
  const [before, after] = chosen.toSorted((a, b) => a - b) as [number, number];
  const heading = useRef<HTMLHeadingElement>(null);
  const [old, now] = [useFields(tale, before), useFields(tale, after)];
  const changes = useMemo(() => (old.data && now.data ? compareTales(old.data, now.data) : undefined), [old.data, now.data]);
  const failed = [old, now].find(({ isError }) => isError);
  // The button that led here is gone.
  useEffect(() => heading.current?.focus(), []);

  return (
    <>
      <div className="compare-head">
        <button type="button" className="btn btn-quiet btn-sm" onClick={onBack}>
          <Icon name="back" />
          All versions
        </button>
        {before === tale.version ? null : (
          <button type="button" className="btn btn-line btn-sm" onClick={() => onRestore(before)}>
            <Icon name="retry" />
            Restore version {before}
          </button>
        )}
      </div>
      <h3 ref={heading} tabIndex={-1}>
        What has changed
      </h3>
      <div className="compare-choice">
        <Choice label="From" value={before} tale={tale} revisions={revisions} onChange={(version) => setChosen([version, after])} />
        <Choice label="To" value={after} tale={tale} revisions={revisions} onChange={(version) => setChosen([before, version])} />
      </div>
      <p className="hint">
        <ins className="mark-added">Words with a line below</ins> were added, <del className="mark-removed">words struck out</del> taken
        away.
      </p>
      {failed === undefined ? null : <Failed query={failed} />}
      {changes === undefined && failed === undefined ? (
        <p className="panel-note" role="status">
          Loading versions...
        </p>
      ) : null}
      {changes === undefined ? null : <FieldChanges changes={changes} language={tale.language} />}
    </>
  );
}

type ChoiceProps = Pick<Props, 'tale' | 'revisions'> & { label: string; value: number; onChange: (version: number) => void };

function Choice({ label, value, tale, revisions, onChange }: ChoiceProps) {
  return (
    <label>
      <span className="label">{label}</span>
      <select className="input select" value={value} onChange={(event) => onChange(Number(event.target.value))}>
        <option value={tale.version}>Now</option>
        {revisions.map(({ version, saved_at, edited_by }) => (
          <option key={version} value={version}>
            Version {version}, {momentOf(saved_at)}
            {edited_by === null ? '' : `, ${edited_by}`}
          </option>
        ))}
      </select>
    </label>
  );
}

function Failed({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  return (
    <div className="panel-note" role="alert">
      <p>Error loading versions. {query.error?.message}</p>
      <button type="button" className="btn btn-line" onClick={() => void query.refetch()}>
        Try again
      </button>
    </div>
  );
}

/** What a version says. A former one never changes; the present one is known. */
function useFields(tale: ManagedTale, version: number): UseQueryResult<TaleFields> {
  const isNow = version === tale.version;
  return useQuery({
    queryKey: ['staff', 'revision', tale.id, version],
    queryFn: async () => (isNow ? tale : (await send<RevisionView>('GET', `/admin/tales/${tale.id}/revisions/${version}`)).fields),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
