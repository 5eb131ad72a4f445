import type { TaleCard as Tale } from '#src/features/tales/contract.ts';
import { TaleCard } from './tale-card.tsx';

const FIRST_SCREEN = 4;

/** Tales four to a row. `first` is true for a grid that stands in the first screen: its covers load at once. */
export function TaleGrid({ tales, first = false, className = 'grid' }: { tales: readonly Tale[]; first?: boolean; className?: string }) {
  return (
    <div className={className}>
      {tales.map((tale, index) => (
        <TaleCard key={tale.id} tale={tale} eager={first && index < FIRST_SCREEN} />
      ))}
    </div>
  );
}
