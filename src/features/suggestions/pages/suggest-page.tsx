import { useQuery } from '@tanstack/react-query';
import { ApiError, apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { PageLoading } from '#src/ui/skeleton.tsx';
import { urls } from '#src/urls.ts';
import { SuggestForm } from '../components/suggest-form.tsx';
import type { SuggestionBase } from '../contract.ts';

type Props = { search: Record<string, string | undefined>; go: (href: string) => void };

/** Suggests a change of the tale `?tale=`. */
export function SuggestPage({ search, go }: Props) {
  const { tale = '' } = search;
  const query = useQuery({
    queryKey: ['suggestion-base', tale],
    queryFn: () => apiRequest<SuggestionBase>('GET', `/account/suggestions/base/${encodeURIComponent(tale)}`),
    enabled: tale !== '',
    staleTime: Number.POSITIVE_INFINITY,
    // Never open the form with an old text.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: retryUpTo(2),
  });
  if (tale === '') return <Unavailable title="Choose a tale first" text="Open a tale, and choose “Suggest a change” below it." />;
  if (query.isPending) return <PageLoading />;
  const { data, error } = query;
  if (data === undefined) {
    if (error instanceof ApiError && error.status === 404)
      return <Unavailable title="This tale is not available" text="It may have been deleted or is not published." />;
    if (error instanceof ApiError && error.status === 403) return <Unavailable title="Suggestions are closed" text={error.message} />;
    return (
      <div className="page account">
        <div className="account-failed" role="alert">
          <h1>Something went wrong</h1>
          <p>{error?.message}</p>
          <button type="button" className="btn btn-line" aria-busy={query.isFetching || undefined} onClick={() => void query.refetch()}>
            Try again
          </button>
        </div>
      </div>
    );
  }
  return (
    <div className="page account">
      <header className="account-head">
        <h1>Suggest a change</h1>
        <p className="lede">
          Correct or improve{' '}
          <a className="link" href={urls.tale(data.slug)} lang={data.language}>
            <bdi>{data.text.title}</bdi>
          </a>
          . The editors decide about each change, and you get an email.
        </p>
      </header>
      <SuggestForm key={data.tale} loaded={data} onSent={() => go(urls.contributions())} />
    </div>
  );
}

function Unavailable({ title, text }: { title: string; text: string }) {
  return (
    <div className="page page-end">
      <EmptyState spot="book" level={1} title={title} text={text}>
        <a className="btn btn-solid btn-lg" href={urls.tales()}>
          Browse Tales
        </a>
      </EmptyState>
    </div>
  );
}
