import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Refused } from '#src/features/accounts/components/send.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { ManagedTale, SavedAnswer } from '../contract.ts';
import type { ManageAddress } from './manage-address.ts';
import { TaleDetail } from './tale-detail.tsx';
import type { useTale } from './use-tale.ts';

/** The form and its editor are fetched when somebody writes. */
const loadForm = () => import('#src/features/tale-form/components/tale-form.tsx');
const TaleForm = lazy(async () => ({ default: (await loadForm()).TaleForm }));

type Props = {
  address: ManageAddress;
  query: ReturnType<typeof useTale>;
  onBack: () => void;
  onEdit: () => void;
  onCancel: () => void;
  onView: (tale: ManagedTale) => void;
  onRestore: (tale: ManagedTale) => void;
  onSaved: (saved: SavedAnswer) => void;
};

/** The right side: nothing, a tale to look at, or a form. On phones it stands alone, with a way back. */
export function DetailPanel({ address, query, onBack, ...on }: Props) {
  const { tale: id, mode } = address;
  useEffect(() => {
    // Not only when the tale has come. One that does not come is told of when the form is drawn.
    if (mode !== 'view') loadForm().catch(() => {});
  }, [mode]);
  if (id === '' && mode !== 'new')
    return (
      <section className="panel detail detail-none" aria-label="Tale details">
        <div className="empty">
          <img src="/art/spot-book.svg" alt="" />
          <p>Select a tale to view details or create a new tale</p>
        </div>
      </section>
    );
  return (
    <section className={mode === 'view' ? 'panel detail' : 'panel detail is-writing'} aria-label="Tale details">
      <button type="button" className="btn btn-quiet btn-sm detail-back" onClick={onBack}>
        <Icon name="back" />
        All tales
      </button>
      <Open mode={mode} query={query} onBack={onBack} {...on} />
    </section>
  );
}

function Open({ mode, query, onBack, onEdit, onCancel, onView, onRestore, onSaved }: Omit<Props, 'address'> & Pick<ManageAddress, 'mode'>) {
  if (mode === 'new')
    return (
      <Loads>
        <TaleForm key="new" tale={null} onSaved={onSaved} onCancel={onCancel} />
      </Loads>
    );
  const { data: tale, error } = query;
  // One who is writing keeps the form, whatever becomes of the tale meanwhile.
  if (tale !== undefined && mode === 'edit' && tale.deleted_at === null)
    return (
      <Loads>
        <TaleForm key={tale.id} tale={tale} onSaved={onSaved} onCancel={onCancel} />
      </Loads>
    );
  if (error !== null && (tale === undefined || isGone(error))) return <Failed error={error} query={query} onBack={onBack} />;
  if (tale === undefined) return <Loading />;
  return <TaleDetail tale={tale} onEdit={onEdit} onView={() => onView(tale)} onRestore={() => onRestore(tale)} onSaved={onSaved} />;
}

function Loads({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Loading />}>{children}</Suspense>;
}

function Loading() {
  return (
    <p className="panel-note" role="status">
      Loading tale...
    </p>
  );
}

function Failed({ error, query, onBack }: { error: Error } & Pick<Props, 'query' | 'onBack'>) {
  return (
    <div className="panel-note" role="alert">
      <p>{error.message}</p>
      {isGone(error) ? (
        <button type="button" className="btn btn-line" onClick={onBack}>
          Back to the list
        </button>
      ) : (
        <button type="button" className="btn btn-line" onClick={() => void query.refetch()}>
          Try again
        </button>
      )}
    </div>
  );
}

function isGone(error: Error): boolean {
  return error instanceof Refused && error.status === 404;
}
