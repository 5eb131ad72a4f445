import type { TaleState } from '../contract.ts';

export const STATE_NAMES: Record<TaleState, string> = { draft: 'Draft', scheduled: 'Scheduled', published: 'Published', bin: 'In the bin' };

/** Green when readers see the tale, amber otherwise. */
export function StateBadge({ state }: { state: TaleState }) {
  return (
    <span className={state === 'published' ? 'badge badge-good' : 'badge badge-amber'}>
      <i />
      {STATE_NAMES[state]}
    </span>
  );
}
