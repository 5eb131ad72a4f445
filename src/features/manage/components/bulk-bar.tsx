import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { retryUpTo, send } from '#src/features/accounts/components/send.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import type { BulkAnswer, BulkChange, Choices } from '../contract.ts';
import type { Picks } from './use-picks.ts';

type Change = (change: BulkChange, done: string) => Promise<BulkAnswer | null>;
type Props = { picks: Picks; isBin: boolean; onChange: Change };

/** What can be done to all tales that are chosen. Those that were refused stay chosen, with the reason of each. */
export function BulkBar({ picks, isBin, onChange }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [refused, setRefused] = useState<BulkAnswer['refused']>([]);
  const count = picks.ids.length;
  const chosen = count === 1 ? '1 tale chosen' : `${count} tales chosen`;

  async function run(change: Omit<BulkChange, 'ids'>, done: string): Promise<void> {
    if (isBusy || count === 0) return;
    setBusy(true);
    const answer = await onChange({ ...change, ids: [...picks.ids] }, done).finally(() => setBusy(false));
    if (answer === null) return;
    setRefused(answer.refused);
    picks.set(answer.refused.map(({ id }) => id));
  }

  const button = (name: string, change: Omit<BulkChange, 'ids'>, done: string) => (
    <button type="button" className="btn btn-line btn-sm" aria-disabled={isBusy || undefined} onClick={() => void run(change, done)}>
      {name}
    </button>
  );

  return (
    <section className="bulk-bar" aria-label="Chosen tales">
      <p role="status">
        <b>{chosen}</b>
      </p>
      <div className="bulk-deeds" hidden={count === 0}>
        {isBin ? (
          <>
            {button('Restore', { action: 'restore' }, 'Tales restored')}
            <button type="button" className="btn btn-line btn-sm is-danger" onClick={() => setAsked(true)}>
              Delete
            </button>
          </>
        ) : (
          <>
            {button('Publish', { action: 'publish' }, 'Tales published')}
            {button('Unpublish', { action: 'unpublish' }, 'Tales unpublished')}
            <Categorise isBusy={isBusy} onChoose={(category) => void run({ action: 'categorise', category }, 'Category changed')} />
            {button('Move to bin', { action: 'bin' }, 'Moved to bin')}
          </>
        )}
      </div>
      <button type="button" className="btn btn-quiet btn-sm" onClick={() => picks.setPicking(false)}>
        Done
      </button>
      {refused.length === 0 ? null : <Refusals refused={refused} onClose={() => setRefused([])} />}
      {isAsked ? (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Delete"
          onCancel={() => setAsked(false)}
          onConfirm={async () => {
            await run({ action: 'delete' }, 'Tales deleted');
            setAsked(false);
          }}
        >
          This will permanently delete {count === 1 ? '1 tale' : `${count} tales`}. This action cannot be undone.
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

function Categorise({ isBusy, onChoose }: { isBusy: boolean; onChoose: (slug: string) => void }) {
  const { data } = useQuery({
    queryKey: ['staff', '/choices'],
    queryFn: () => send<Choices>('GET', '/admin/choices'),
    staleTime: 60_000,
    retry: retryUpTo(1),
  });
  return (
    <select
      className="input select btn-sm"
      aria-label="Move to category"
      value=""
      disabled={isBusy}
      onChange={(event) => onChoose(event.target.value)}
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

function Refusals({ refused, onClose }: { refused: BulkAnswer['refused']; onClose: () => void }) {
  return (
    <div className="bulk-refused" role="alert">
      <p>{refused.length === 1 ? 'One tale stays as it was:' : `${refused.length} tales stay as they were:`}</p>
      <ul>
        {refused.map(({ id, title, reason }) => (
          <li key={id}>
            <b>
              <bdi>{title || 'A tale that is gone'}</bdi>
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
