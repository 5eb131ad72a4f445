import { useQuery } from '@tanstack/react-query';
import { retryUpTo, send } from '#src/features/accounts/components/send.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { TaleReasons } from '../contract.ts';

/** What spoke for the category, the age and the notes that an imported tale came with. Nothing for any other tale. */
export function WhyPanel({ taleId }: { taleId: string }) {
  const path = `/tales/${taleId}/classification`;
  const { data } = useQuery({
    queryKey: ['staff', path],
    queryFn: () => send<TaleReasons>('GET', `/admin${path}`),
    staleTime: 60_000,
    retry: retryUpTo(1),
  });
  if (data === undefined || data.reasons.length === 0) return null;
  return (
    <details className="form-fold why-panel">
      <summary>
        <Icon name="down" />
        Why it stands here
        <small>What the rules found when it was imported</small>
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
