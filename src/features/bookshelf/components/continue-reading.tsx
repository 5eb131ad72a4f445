import { minutesLeftText, readPace } from '#src/features/reading/text/pace.ts';
import { TaleCard } from '#src/features/tales/components/tale-card.tsx';
import type { TaleCard as Tale } from '#src/features/tales/contract.ts';
import { SectionHead } from '#src/ui/section-head.tsx';
import { urls } from '#src/urls.ts';
import { useBegun } from './begun-tales.ts';
import { useBookshelf } from './bookshelf-store.ts';
import { ReadShare } from './read-share.tsx';
import { type LoadCards, useTaleCards } from './use-tale-cards.ts';

/** The tales begun last and not finished, with how far one is. */
export function ContinueReading({ loadCards }: { loadCards: LoadCards }) {
  const begun = useBegun();
  const positions = useBookshelf((bookshelf) => bookshelf.positions);
  const { cards } = useTaleCards(begun === '' ? [] : begun.split(','), loadCards);
  if (cards.length === 0) return null;
  return (
    <section className="band band-tight">
      <div className="page">
        <SectionHead title="Continue reading" href={urls.history()} more="Reading history" />
        <div className="grid grid-3">
          {cards.map((tale) => (
            <div key={tale.id}>
              <TaleCard tale={tale} wide />
              <Begun tale={tale} progress={positions.find((position) => position.tale === tale.id)?.progress ?? 0} />
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

/** A card knows minutes at the usual pace of 200 words; the reader's own may be another. */
function Begun({ tale, progress }: { tale: Tale; progress: number }) {
  const left = tale.readTime * 200 * (1 - progress);
  return <ReadShare progress={progress} minutes={minutesLeftText(left, readPace()).toLowerCase()} />;
}
