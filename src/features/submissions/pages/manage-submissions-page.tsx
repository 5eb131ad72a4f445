import { useQueryClient } from '@tanstack/react-query';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { LiveRow } from '#src/admin-ui/live-rows.tsx';
import { listHref, PagedList, parseListQuery, type RecordPageProps, useLivePages, usePagedList } from '#src/admin-ui/paged-list.tsx';
import { RecordNote, useRecord, useStoreRecord } from '#src/admin-ui/record.tsx';
import { RecordLayout } from '#src/admin-ui/record-layout.tsx';
import { formatCount, formatLocalTime } from '#src/ui/format.ts';
import { urls } from '#src/urls.ts';
import { StateBadge } from '../components/annotated-text.tsx';
import { ReviewPanel } from '../components/review-panel.tsx';
import type { Review, ReviewPage, ReviewRow } from '../contract.ts';
import { REVIEW_STATES, STATE_TEXTS } from '../submission-fields.ts';

const PATH = '/submissions';

/** The review queue, the longest waiting first, and the open submission (`?id=`). */
export function ManageSubmissionsPage({ search, show, go }: RecordPageProps) {
  const filters = parseListQuery(search, ['state']);
  const query = usePagedList<ReviewPage>(PATH, filters, { isLive: true });
  const store = useStoreRecord();
  const client = useQueryClient();
  const { id = '' } = search;
  const live = useLivePages('submissions', query, (page) => page.submissions);
  const submissions = live.rows;

  async function changed(review: Review): Promise<void> {
    store(`${PATH}/${review.id}`, review);
    await client.invalidateQueries({ queryKey: ['staff', PATH] });
    await client.invalidateQueries({ queryKey: ['staff', `${PATH}/count`] });
  }

  return (
    <AdminFrame title="Submissions" lede="Tales that people submitted for review" path={urls.manageSubmissions()}>
      <RecordLayout
        title="Submissions"
        none="Select a submission to review it"
        list={
          <>
            <div className="panel-tools">
              <select
                className="input select"
                aria-label="State"
                value={filters.state ?? ''}
                onChange={({ target }) =>
                  show(urls.manageSubmissions(listHref({ ...filters, ...(id && { id }) }, { state: target.value })))
                }
              >
                {REVIEW_STATES.map((state) => (
                  <option key={state} value={state === 'submitted' ? '' : state}>
                    {STATE_TEXTS[state].label}
                  </option>
                ))}
              </select>
            </div>
            <PagedList
              live={live}
              isFiltered
              query={query}
              count={submissions.length}
              words={['submission', 'submissions']}
              loading="Loading submissions..."
              empty={filters.state === undefined ? 'No submissions to review' : 'No submissions found'}
              failed="Error loading submissions"
            >
              <Queue rows={submissions} selected={id} filters={filters} />
            </PagedList>
          </>
        }
        open={
          id === ''
            ? null
            : {
                ...{ key: id, title: 'Submission', back: urls.manageSubmissions(listHref(filters, {})) },
                body: <OpenReview key={id} id={id} onChanged={changed} go={go} />,
              }
        }
      />
    </AdminFrame>
  );
}

type OpenProps = { id: string; onChanged: (review: Review) => Promise<void>; go: (href: string) => void };

function OpenReview({ id, onChanged, go }: OpenProps) {
  const record = useRecord<Review>(`${PATH}/${encodeURIComponent(id)}`, { changes: 'submissions', id });
  return (
    <RecordNote query={record} loading="Loading submission..." gone="This submission was withdrawn or does not exist.">
      {(review) => <ReviewPanel review={review} onChanged={onChanged} reload={record.refetch} go={go} />}
    </RecordNote>
  );
}

function Queue({ rows, selected, filters }: { rows: readonly ReviewRow[]; selected: string; filters: Record<string, string> }) {
  return (
    <ul className="desk-rows inbox-rows">
      {rows.map(({ id, title, by, author, state, language, words, is_translation, submitted_at }) => (
        <LiveRow key={id} as="li" id={id}>
          <a
            href={urls.manageSubmissions(new URLSearchParams({ ...filters, id }).toString())}
            aria-current={id === selected ? 'true' : undefined}
            className={state === 'submitted' ? 'is-new' : undefined}
          >
            <span>
              <b>
                <bdi>{title}</bdi>
              </b>
              <small>
                <bdi>{author}</bdi>
                {by === null || by === author ? null : (
                  <>
                    {' '}
                    (submitted by <bdi>{by}</bdi>)
                  </>
                )}
                , {formatCount(words)} words{is_translation ? `, translation (${language})` : ''}
              </small>
            </span>
            <span className="desk-count figures">
              <StateBadge state={state} />
              {formatLocalTime(submitted_at)}
            </span>
          </a>
        </LiveRow>
      ))}
    </ul>
  );
}
