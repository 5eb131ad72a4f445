import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { formatLocalTime } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { OwnSuggestion, OwnSuggestionPage, OwnSuggestionRow } from '../contract.ts';
import { ChangeBadge, ChangeCard, ChangeDiff, countChanges, FIELD_LABELS, SuggestionBadge } from './change-view.tsx';

/** The suggestions of the user with their state. `email` identifies the account, as the next user of the browser may be someone else. */
export function OwnSuggestions({ email }: { email: string }) {
  const query = useInfiniteQuery({
    queryKey: ['own-suggestions', email],
    queryFn: ({ pageParam }) => apiRequest<OwnSuggestionPage>('GET', `/account/suggestions?after=${pageParam}`),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    ...{ staleTime: 0, gcTime: 0 },
    retry: retryUpTo(2),
  });
  const { data, error } = query;
  if (data === undefined)
    return error === null ? (
      <p className="panel-note" role="status">
        Loading suggestions...
      </p>
    ) : (
      <div className="account-failed" role="alert">
        <h2>Something went wrong</h2>
        <p>{error.message}</p>
        <button type="button" className="btn btn-line" aria-busy={query.isFetching || undefined} onClick={() => void query.refetch()}>
          Try again
        </button>
      </div>
    );
  const suggestions = data.pages.flatMap((page) => page.suggestions);
  if (suggestions.length === 0)
    return (
      <EmptyState spot="lantern" title="No suggestions yet" text="Found a mistake in a tale? Choose “Suggest a change” below it.">
        <a className="btn btn-solid btn-lg" href={urls.tales()}>
          Browse Tales
        </a>
      </EmptyState>
    );
  return (
    <section className="sheets" aria-label="Suggested changes">
      {suggestions.map((suggestion) => (
        <SuggestionSheet key={suggestion.id} suggestion={suggestion} email={email} />
      ))}
      {query.hasNextPage ? (
        <button
          type="button"
          className="btn btn-line"
          aria-busy={query.isFetchingNextPage || undefined}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Loading...' : 'Show more'}
        </button>
      ) : null}
    </section>
  );
}

function SuggestionSheet({ suggestion, email }: { suggestion: OwnSuggestionRow; email: string }) {
  const { id, tale, reason, state, counts, note, created_at } = suggestion;
  const [isOpen, setOpen] = useState(false);
  return (
    <article className="sheet own-suggestion" aria-labelledby={`${id}-title`}>
      <div className="sheet-head">
        <h2 id={`${id}-title`}>
          {tale.slug === null ? (
            <bdi>{tale.title}</bdi>
          ) : (
            <a className="link" href={urls.tale(tale.slug)}>
              <bdi>{tale.title}</bdi>
            </a>
          )}
        </h2>
        <SuggestionBadge state={state} counts={counts} />
      </div>
      <p className="own-suggestion-facts figures">
        {formatLocalTime(created_at)} · {describeCounts(suggestion)}
        {tale.slug === null ? ' · The tale is not available any more; your text is kept.' : ''}
      </p>
      <p className="own-suggestion-reason" dir="auto">
        {reason}
      </p>
      {note === '' ? null : (
        <blockquote className="own-suggestion-note" dir="auto">
          <b>The editors wrote:</b> {note}
        </blockquote>
      )}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          Changes <Icon name="down" className="fold-turn" />
        </summary>
        {isOpen ? <OwnChanges id={id} isWithdrawn={state === 'withdrawn'} /> : null}
      </details>
      {state === 'open' ? <WithdrawButton id={id} email={email} /> : null}
    </article>
  );
}

function describeCounts({ counts: { open, accepted, rejected } }: OwnSuggestionRow): string {
  const parts = [
    accepted > 0 ? `${accepted} accepted` : '',
    rejected > 0 ? `${rejected} not accepted` : '',
    open > 0 ? `${open} open` : '',
  ];
  const decided = parts.filter((part) => part !== '');
  return decided.length === 1 && open > 0 ? countChanges(open) : `${countChanges(open + accepted + rejected)}: ${decided.join(', ')}`;
}

function OwnChanges({ id, isWithdrawn }: { id: string; isWithdrawn: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['own-suggestion', id],
    queryFn: () => apiRequest<OwnSuggestion>('GET', `/account/suggestions/${id}`),
    ...{ staleTime: 0, gcTime: 0 },
    retry: retryUpTo(2),
  });
  if (data === undefined)
    return error === null ? (
      <p className="panel-note" role="status">
        Loading changes...
      </p>
    ) : (
      <div className="panel-note" role="alert">
        <p>{error.message}</p>
        <button type="button" className="btn btn-line" onClick={() => void refetch()}>
          Try again
        </button>
      </div>
    );
  return (
    <ol className="suggested-changes">
      {data.changes.map((change) => (
        <ChangeCard
          key={`${change.field} ${change.start} ${change.before.length}`}
          label={FIELD_LABELS[change.field]}
          badge={isWithdrawn && change.state === 'open' ? null : <ChangeBadge state={change.state} />}
        >
          <ChangeDiff {...change} />
          {change.result === null ? null : (
            <>
              <p className="hint">The editors changed the wording:</p>
              <ChangeDiff field={change.field} before={change.before} after={change.result} />
            </>
          )}
        </ChangeCard>
      ))}
    </ol>
  );
}

function WithdrawButton({ id, email }: { id: string; email: string }) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();

  async function withdraw(): Promise<void> {
    try {
      await apiRequest('POST', `/account/suggestions/${id}/withdraw`);
      void toast({ title: 'Suggestion withdrawn', text: 'The editors no longer see it. Your text is kept here.' });
    } catch (error) {
      void toast({ title: 'Error withdrawing suggestion', text: error instanceof Error ? error.message : '', wrong: true });
    }
    await client.invalidateQueries({ queryKey: ['own-suggestions', email] });
    setAsking(false);
  }

  return (
    <>
      <button type="button" className="btn btn-line" onClick={() => setAsking(true)}>
        Withdraw...
      </button>
      {isAsking ? (
        <ConfirmDialog title="Withdraw this suggestion?" confirm="Withdraw" onConfirm={withdraw} onCancel={() => setAsking(false)}>
          The editors will no longer decide about the open changes. Changes that were accepted stay in the tale.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
