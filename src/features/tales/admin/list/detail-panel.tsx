import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useEffect } from 'react';
import { ApiError } from '#src/api-client/api-request.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { ManagedTale, SaveResult } from '../contract.ts';
import { TaleDetail } from './tale-detail.tsx';
import type { TaleListState } from './tale-list-url.ts';

/** The form and its editor are loaded on demand. */
const loadForm = () => import('../form/tale-form.tsx');
const LazyTaleForm = lazy(async () => ({ default: (await loadForm()).TaleForm }));

type Props = {
  state: TaleListState;
  query: UseQueryResult<ManagedTale>;
  onBack: () => void;
  onEdit: () => void;
  onCancel: () => void;
  onView: (tale: ManagedTale) => void;
  onRestore: (tale: ManagedTale) => void;
  onSaved: (result: SaveResult) => void;
};

/** The right panel: empty, a tale, or a form. On small screens it replaces the list. */
export function DetailPanel({ state: { tale: id, mode }, onBack, ...props }: Props) {
  useEffect(() => {
    // Starts loading before the tale has arrived. Errors are shown when the form renders.
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
      <OpenTale {...{ mode, onBack, ...props }} />
    </section>
  );
}

type OpenTaleProps = Omit<Props, 'state'> & { mode: TaleListState['mode'] };

function OpenTale({ mode, query, onBack, onEdit, onCancel, onView, onRestore, onSaved }: OpenTaleProps) {
  if (mode === 'new') return <TaleForm key="new" tale={null} onSaved={onSaved} onCancel={onCancel} />;
  const { data: tale, error } = query;
  // The form stays open even if the tale is deleted in the meantime.
  if (tale !== undefined && mode === 'edit' && tale.deleted_at === null)
    return <TaleForm key={tale.id} tale={tale} onSaved={onSaved} onCancel={onCancel} />;
  if (error !== null && (tale === undefined || isDeleted(error))) return <LoadError error={error} query={query} onBack={onBack} />;
  if (tale === undefined) return <Loading />;
  return <TaleDetail tale={tale} onEdit={onEdit} onView={() => onView(tale)} onRestore={() => onRestore(tale)} onSaved={onSaved} />;
}

function TaleForm(props: ComponentProps<typeof LazyTaleForm>) {
  return (
    <Suspense fallback={<Loading />}>
      <LazyTaleForm {...props} />
    </Suspense>
  );
}

function Loading() {
  return (
    <p className="panel-note" role="status">
      Loading tale...
    </p>
  );
}

function LoadError({ error, query, onBack }: { error: Error } & Pick<Props, 'query' | 'onBack'>) {
  return (
    <div className="panel-note" role="alert">
      <p>{error.message}</p>
      {isDeleted(error) ? (
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

function isDeleted(error: Error): boolean {
  return error instanceof ApiError && error.status === 404;
}
