import { useState } from 'react';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import type { BulkChange, BulkResult } from '../contract.ts';
import { useTaleOptions } from '../use-tale-options.ts';

/** The API changes at most this many tales at once. */
const MAX_SELECTED = 200;

export type Selection = {
  ids: readonly string[];
  has: (id: string) => boolean;
  /** `isRange` includes all tales between this one and the last one toggled. */
  toggle: (id: string, isRange?: boolean) => void;
  set: (ids: readonly string[]) => void;
  isAllSelected: boolean;
  toggleAll: () => void;
  /** Whether checkboxes are shown. */
  isActive: boolean;
  setActive: (isActive: boolean) => void;
};

/** Selection of tales among those listed. Tales that are no longer listed are deselected. */
export function useSelection(listed: readonly { id: string }[]): Selection {
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [last, setLast] = useState('');
  const [isActive, setActive] = useState(false);
  const order = listed.map(({ id }) => id);
  const known = new Set(order);
  const ids = selected.filter((id) => known.has(id));
  const has = (id: string) => ids.includes(id);

  function toggle(id: string, isRange = false): void {
    const [from, to] = [order.indexOf(last), order.indexOf(id)].toSorted((a, b) => a - b) as [number, number];
    const touched = isRange && from !== -1 ? order.slice(from, to + 1) : [id];
    const rest = ids.filter((each) => !touched.includes(each));
    setSelected(has(id) ? rest : [...rest, ...touched].slice(0, MAX_SELECTED));
    setLast(id);
  }

  const set = (next: readonly string[]) => setSelected(next.slice(0, MAX_SELECTED));
  const isAllSelected = order.length > 0 && order.every(has);
  return {
    ...{ ids, has, toggle, set, isAllSelected },
    toggleAll: () => set(isAllSelected ? [] : order),
    isActive: isActive || ids.length > 0,
    setActive: (next) => {
      setActive(next);
      if (!next) setSelected([]);
    },
  };
}

type Props = {
  selection: Selection;
  isTrash: boolean;
  /** Resolves to null if the request failed. */
  onChange: (change: BulkChange, doneTitle: string) => Promise<BulkResult | null>;
};

/** Actions on all selected tales. Tales that could not be changed stay selected, each with the reason. */
export function BulkActions({ selection, isTrash, onChange }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [refused, setRefused] = useState<BulkResult['refused']>([]);
  const count = selection.ids.length;

  async function run(change: Omit<BulkChange, 'ids'>, doneTitle: string): Promise<void> {
    if (isBusy || count === 0) return;
    setBusy(true);
    const result = await onChange({ ...change, ids: [...selection.ids] }, doneTitle).finally(() => setBusy(false));
    if (result === null) return;
    setRefused(result.refused);
    selection.set(result.refused.map(({ id }) => id));
  }

  const button = (name: string, action: BulkChange['action'], doneTitle: string) => (
    <button
      type="button"
      className="btn btn-line btn-sm"
      aria-disabled={isBusy || undefined}
      onClick={() => void run({ action }, doneTitle)}
    >
      {name}
    </button>
  );

  return (
    <section className="bulk-bar" aria-label="Selected tales">
      <p role="status">
        <b>{count === 1 ? '1 tale selected' : `${count} tales selected`}</b>
      </p>
      <div className="bulk-actions" hidden={count === 0}>
        {isTrash ? (
          <>
            {button('Restore', 'restore', 'Tales restored')}
            <button type="button" className="btn btn-line btn-sm is-danger" onClick={() => setConfirming(true)}>
              Delete
            </button>
          </>
        ) : (
          <>
            {button('Publish', 'publish', 'Tales published')}
            {button('Unpublish', 'unpublish', 'Tales unpublished')}
            <CategorySelect isBusy={isBusy} onSelect={(category) => void run({ action: 'categorise', category }, 'Category changed')} />
            {button('Move to trash', 'bin', 'Moved to trash')}
          </>
        )}
      </div>
      <button type="button" className="btn btn-quiet btn-sm" onClick={() => selection.setActive(false)}>
        Done
      </button>
      {refused.length === 0 ? null : <RefusedTales refused={refused} onClose={() => setRefused([])} />}
      {isConfirming ? (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Delete"
          onCancel={() => setConfirming(false)}
          onConfirm={async () => {
            await run({ action: 'delete' }, 'Tales deleted');
            setConfirming(false);
          }}
        >
          This will permanently delete {count === 1 ? '1 tale' : `${count} tales`}. This action cannot be undone.
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

function CategorySelect({ isBusy, onSelect }: { isBusy: boolean; onSelect: (slug: string) => void }) {
  const { data } = useTaleOptions();
  return (
    <select
      className="input select btn-sm"
      aria-label="Move to category"
      value=""
      disabled={isBusy}
      onChange={(event) => onSelect(event.target.value)}
    >
      <option value="">Category…</option>
      {data?.categories.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </select>
  );
}

function RefusedTales({ refused, onClose }: { refused: BulkResult['refused']; onClose: () => void }) {
  return (
    <div className="bulk-refused" role="alert">
      <p>{refused.length === 1 ? '1 tale was not changed:' : `${refused.length} tales were not changed:`}</p>
      <ul>
        {refused.map(({ id, title, reason }) => (
          <li key={id}>
            <b>
              <bdi>{title || 'Deleted tale'}</bdi>
            </b>{' '}
            {reason}
          </li>
        ))}
      </ul>
      <button type="button" className="btn btn-quiet btn-sm" onClick={onClose}>
        Close
      </button>
    </div>
  );
}
