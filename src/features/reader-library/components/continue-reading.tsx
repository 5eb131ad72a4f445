import { minutesLeftText, readingSpeed } from '#src/features/reading/components/reading-speed-store.ts';
import { TaleCard } from '#src/features/tales/components/tale-card.tsx';
import type { TaleCard as Tale } from '#src/features/tales/contract.ts';
import { SectionHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import { ReadingProgress } from './library-status.tsx';
import { useBookshelf } from './library-store.ts';
import { type LoadCards, useTaleCards } from './use-tale-cards.ts';

/** Unfinished tales with reading progress. `tales`: ids, most recent first. */
export function ContinueReading({ tales, loadCards }: { tales: readonly string[]; loadCards: LoadCards }) {
  const positions = useBookshelf((bookshelf) => bookshelf.positions);
  const { cards } = useTaleCards(tales, loadCards);
  if (cards.length === 0) return null;
  return (
    <section className="band band-tight">
      <div className="page">
        <SectionHead title="Continue reading" href={urls.history()} more="Reading history" />
        <div className="grid grid-3">
          {cards.map((tale) => (
            <div key={tale.id}>
              <TaleCard tale={tale} wide />
              <UnfinishedTale tale={tale} progress={positions.find((position) => position.tale === tale.id)?.progress ?? 0} />
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Converts the card's minutes, at 200 words per minute, to the reader's own speed. */
function UnfinishedTale({ tale, progress }: { tale: Tale; progress: number }) {
  const left = tale.readTime * 200 * (1 - progress);
  return <ReadingProgress progress={progress} minutes={minutesLeftText(left, readingSpeed()).toLowerCase()} />;
}
