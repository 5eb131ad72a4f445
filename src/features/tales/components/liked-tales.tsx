import type { RelatedTale } from '#src/features/tales/contract.ts';
import { SectionHead } from '#src/ui/section-head.tsx';
import { TaleCard } from './tale-card.tsx';

/** Tales like the one just read, each with what it has in common with it. */
export function LikedTales({ tales }: { tales: readonly RelatedTale[] }) {
  if (tales.length === 0) return null;
  return (
    <section className="liked">
      <SectionHead title="If you liked this" />
      <ul className="grid grid-3">
        {tales.map((tale) => (
          <li key={tale.id}>
            <p className="liked-reason">{tale.reason}</p>
            <TaleCard tale={tale} wide />
          </li>
        ))}
      </ul>
    </section>
  );
}
