import { useQueryClient } from '@tanstack/react-query';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { LiveRow } from '#src/admin-ui/live-rows.tsx';
import { listHref, PagedList, parseListQuery, type RecordPageProps, useLivePages, usePagedList } from '#src/admin-ui/paged-list.tsx';
import { RecordNote, useRecord, useStoreRecord } from '#src/admin-ui/record.tsx';
import { RecordLayout } from '#src/admin-ui/record-layout.tsx';
import { useChanges } from '#src/api-client/watch-changes.ts';
import { formatLocalTime } from '#src/ui/format.ts';
import { urls } from '#src/urls.ts';
import { countChanges, SuggestionBadge } from '../components/change-view.tsx';
import { ReviewView } from '../components/review-view.tsx';
import type { Review, ReviewPage, ReviewRow } from '../contract.ts';

const PATH = '/suggestions';

/** Changes that readers suggest, newest first, and the open one (`?id=`). Shows what is to be decided, unless `state` says otherwise. */
export function ManageSuggestionsPage({ search, show }: RecordPageProps) {
  const filters = parseListQuery(search, ['state', 'tale']);
  const { state = 'open', ...rest } = filters;
  const query = usePagedList<ReviewPage>(PATH, { ...rest, ...(state !== 'all' && { state }) }, { isLive: true });
  const storeRecord = useStoreRecord();
  const client = useQueryClient();
  const { id = '' } = search;
  const live = useLivePages('suggestions', query, (page) => page.suggestions);
  const rows = live.rows;

  async function changed(review: Review): Promise<void> {
    storeRecord(`${PATH}/${review.id}`, review);
    await client.invalidateQueries({ queryKey: ['staff', PATH] });
    await client.invalidateQueries({ queryKey: ['staff', `${PATH}/count`] });
  }

  return (
    <AdminFrame title="Suggestions" lede="Changes of tales that readers suggest" path={urls.manageSuggestions()}>
      <RecordLayout
        title="Suggestions"
        none="Select a suggestion to decide about it"
        list={
          <>
            <div className="panel-tools">
              <select
                className="input select"
                aria-label="State"
                value={state}
                onChange={(event) =>
                  show(
                    urls.manageSuggestions(
                      listHref({ ...filters, ...(id && { id }) }, { state: event.target.value === 'open' ? '' : event.target.value }),
                    ),
                  )
                }
              >
                <option value="open">To be decided</option>
                <option value="decided">Decided</option>
                <option value="withdrawn">Withdrawn</option>
                <option value="all">All suggestions</option>
              </select>
            </div>
            <PagedList
              live={live}
              isFiltered
              query={query}
              count={rows.length}
              words={['suggestion', 'suggestions']}
              loading="Loading suggestions..."
              empty={state === 'open' ? 'Nothing to decide. Readers suggest changes below a tale.' : 'No suggestions found'}
              failed="Error loading suggestions"
            >
              <SuggestionList rows={rows} selected={id} filters={filters} />
            </PagedList>
          </>
        }
        open={
          id === ''
            ? null
            : {
                ...{ key: id, title: 'Suggestion', back: urls.manageSuggestions(listHref(filters, {})) },
                body: <OpenSuggestion key={id} id={id} changed={changed} />,
              }
        }
      />
    </AdminFrame>
  );
}

function OpenSuggestion({ id, changed }: { id: string; changed: (review: Review) => Promise<void> }) {
  const record = useRecord<Review>(`${PATH}/${encodeURIComponent(id)}`, { changes: 'suggestions', id });
  const tale = record.data?.tale_id ?? null;
  useChanges(tale === null ? null : 'tales', async (ids) => {
    if (tale !== null && (ids === null || ids.has(tale))) await record.refetch();
  });
  return (
    <RecordNote query={record} loading="Loading suggestion..." gone="This suggestion no longer exists.">
      {(review) => <ReviewView review={review} onChanged={changed} reload={record.refetch} />}
    </RecordNote>
  );
}

type ListProps = { rows: readonly ReviewRow[]; selected: string; filters: Record<string, string> };

/** Suggestions, each a link that opens it. */
function SuggestionList({ rows, selected, filters }: ListProps) {
  return (
    <ul className="desk-rows inbox-rows">
      {rows.map(({ id, tale, by, reason, state, counts, created_at }) => (
        <LiveRow key={id} as="li" id={id}>
          <a
            href={urls.manageSuggestions(new URLSearchParams({ ...filters, id }).toString())}
            aria-current={id === selected ? 'true' : undefined}
            className={state === 'open' ? 'is-new' : undefined}
          >
            <span>
              <b>
                <bdi>{tale.title}</bdi>
              </b>
              <small>
                {countChanges(counts.open + counts.accepted + counts.rejected)}, <bdi>{by ?? 'a former user'}</bdi>: <bdi>{reason}</bdi>
              </small>
            </span>
            <span className="desk-count figures">
              <SuggestionBadge state={state} counts={counts} />
              {formatLocalTime(created_at)}
            </span>
          </a>
        </LiveRow>
      ))}
    </ul>
  );
}
