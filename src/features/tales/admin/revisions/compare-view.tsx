import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FieldChanges } from '#src/admin-ui/text-changes.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import type { ManagedTale } from '#src/features/tales/admin/contract.ts';
import type { TaleFields } from '#src/features/tales/contract.ts';
import { formatLocalTime } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { definitionOf } from '../../field-values.ts';
import type { FieldName } from '../../fields.ts';
import { useTaleOptions } from '../use-tale-options.ts';
import { compareTales } from './compare-tales.tsx';
import type { Revision, RevisionView } from './revisions.ts';

type Props = {
  tale: ManagedTale;
  revisions: readonly Revision[];
  /** The version to compare with the current one initially. */
  first: number;
  onBack: () => void;
  onRestore: (version: number) => void;
};

/** Compares two versions of a tale; the earlier one can be restored. */
export function CompareView({ tale, revisions, first, onBack, onRestore }: Props) {
  const [chosen, setChosen] = useState<[number, number]>([first, tale.version]);
  const [before, after] = chosen.toSorted((a, b) => a - b) as [number, number];
  const heading = useRef<HTMLHeadingElement>(null);
  const [old, current] = [useFields(tale, before), useFields(tale, after)];
  const { data: choices } = useTaleOptions();
  const changes = useMemo(() => {
    const names = new Map(choices?.categories.map((one) => [one.slug, one.name]));
    return old.data && current.data ? compareTales(old.data, current.data, (slug) => names.get(slug) ?? slug) : undefined;
  }, [old.data, current.data, choices]);
  const failed = [old, current].find(({ isError }) => isError);
  // The button that opened this view is gone, and the focus with it.
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
        Changes between versions
      </h3>
      <div className="compare-choice">
        <Choice label="From" value={before} tale={tale} revisions={revisions} onChange={(version) => setChosen([version, after])} />
        <Choice label="To" value={after} tale={tale} revisions={revisions} onChange={(version) => setChosen([before, version])} />
      </div>
      <p className="hint">
        <ins className="mark-added">Added words</ins> are underlined, <del className="mark-removed">removed words</del> are struck through.
      </p>
      {failed === undefined ? null : <Failed query={failed} />}
      {changes === undefined && failed === undefined ? (
        <p className="panel-note" role="status">
          Loading versions...
        </p>
      ) : null}
      {changes === undefined ? null : <FieldChanges changes={changes} styleOf={(field) => styleOf(field, tale.language)} />}
    </>
  );
}

type ChoiceProps = Pick<Props, 'tale' | 'revisions'> & { label: string; value: number; onChange: (version: number) => void };

function Choice({ label, value, tale, revisions, onChange }: ChoiceProps) {
  return (
    <label>
      <span className="label">{label}</span>
      <select className="input select" value={value} onChange={(event) => onChange(Number(event.target.value))}>
        <option value={tale.version}>Current version</option>
        {revisions.map(({ version, saved_at, edited_by }) => (
          <option key={version} value={version}>
            Version {version}, {formatLocalTime(saved_at)}
            {edited_by === null ? '' : `, ${edited_by}`}
          </option>
        ))}
      </select>
    </label>
  );
}

function styleOf(field: FieldName, language: string) {
  const { kind, isInTaleLanguage = false } = definitionOf(field);
  return { lang: isInTaleLanguage ? language : undefined, isProse: isInTaleLanguage && (kind === 'html' || kind === 'text') };
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

/** Returns the fields of a version. Earlier versions never change, and the current one is already loaded. */
function useFields(tale: ManagedTale, version: number): UseQueryResult<TaleFields> {
  const isCurrent = version === tale.version;
  return useQuery({
    queryKey: ['staff', 'revision', tale.id, version],
    queryFn: async () =>
      isCurrent ? tale : (await apiRequest<RevisionView>('GET', `/admin/tales/${tale.id}/revisions/${version}`)).fields,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
