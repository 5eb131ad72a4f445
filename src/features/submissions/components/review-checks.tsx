import { useQuery } from '@tanstack/react-query';
import { apiRequest } from '#src/api-client/api-request.ts';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import type { Review, SimilarTales } from '../contract.ts';

type CheckResult = { items: { id: string; level: 'blocks' | 'advice'; text: string }[] };

/** The checks of the tale form. */
export function Checks({ review: { id, round, fields, category } }: { review: Review }) {
  const { data, error } = useQuery({
    queryKey: ['staff', '/publish-check', id, round],
    queryFn: () => apiRequest<CheckResult>('POST', '/admin/publish-check', { fields: { ...fields, category: category || 'chosen-later' } }),
    gcTime: 0,
  });
  return (
    <section className="checklist" aria-label="Checks" aria-busy={(data === undefined && error === null) || undefined}>
      <h3>Checks</h3>
      <p role="status" className="checklist-sum">
        {error !== null ? `The tale could not be checked. ${error.message}` : data === undefined ? 'Checking...' : summaryOf(data.items)}
      </p>
      <ul>
        {(data?.items ?? []).map(({ id: item, level, text }) => (
          <li key={item} className={level === 'blocks' ? 'is-blocking' : undefined}>
            <Icon name={level === 'blocks' ? 'warning' : 'feather'} />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

function summaryOf(items: CheckResult['items']): string {
  if (items.some(({ level }) => level === 'blocks')) return 'Something is missing to publish the tale.';
  return items.length > 0 ? 'The tale can be published. Suggestions:' : 'No problems found. The tale can be published.';
}

/** Tales that it may repeat. */
export function Similar({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['staff', `/submissions/${id}/similar`],
    queryFn: () => apiRequest<SimilarTales>('GET', `/admin/submissions/${id}/similar`),
    gcTime: 0,
  });
  return (
    <section className="checklist" aria-label="Similar tales" aria-busy={(data === undefined && error === null) || undefined}>
      <h3>Similar tales</h3>
      <p role="status" className="checklist-sum">
        {error !== null
          ? `Similar tales could not be searched for. ${error.message}`
          : data === undefined
            ? 'Searching...'
            : data.tales.length === 0
              ? 'No tale has a similar title or text.'
              : 'Share of the text that both have in common:'}
      </p>
      <ul>
        {(data?.tales ?? []).map((tale) => (
          <li key={tale.id} className={tale.percent >= 50 ? 'is-blocking' : undefined}>
            <Icon name={tale.percent >= 50 ? 'warning' : 'book'} />
            <span>
              <a className="link" href={urls.manageTale(tale.id)}>
                <bdi>{tale.title}</bdi>
              </a>{' '}
              <bdi>{tale.author}</bdi>, {tale.percent} %{tale.is_public ? '' : ' (not public)'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
