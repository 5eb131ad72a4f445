import { useQuery } from '@tanstack/react-query';
import { apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { TaleReasons } from '../contract.ts';

/** Explains the category, age and notes detected on import. Renders nothing for other tales. */
export function WhyPanel({ taleId }: { taleId: string }) {
  const path = `/tales/${taleId}/classification`;
  const { data } = useQuery({
    queryKey: ['staff', path],
    queryFn: () => apiRequest<TaleReasons>('GET', `/admin${path}`),
    staleTime: 60_000,
    retry: retryUpTo(1),
  });
  if (data === undefined || data.reasons.length === 0) return null;
  return (
    <details className="form-fold why-panel">
      <summary>
        <Icon name="down" />
        Why this classification?
        <small>Detected on import</small>
      </summary>
      <dl>
        {data.reasons.map(({ what, why }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{why}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
