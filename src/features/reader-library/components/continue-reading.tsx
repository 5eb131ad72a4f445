import { minutesLeftText, readingSpeed } from '#src/features/reading/components/reading-speed-store.ts';
import type { TaleCard } from '#src/features/tales/contract.ts';
import { SectionHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import { ReadingProgress } from './library-status.tsx';
import { useBookshelf } from './library-store.ts';
import { TaleRows } from './tale-rows.tsx';
import { type LoadCards, useTaleCards } from './use-tale-cards.ts';

/** Unfinished tales in the space that the home page reserves. `tales`: ids, most recent first. */
export function ContinueReading({ tales, loadCards }: { tales: readonly string[]; loadCards: LoadCards }) {
  const { cards } = useTaleCards(tales, loadCards);
  if (cards.length === 0) return null;
  return (
    <section className="page">
      <SectionHead title="Continue reading" href={urls.history()} more="Reading history" />
      <UnfinishedTales tales={cards} />
    </section>
  );
}

/** Tales with their reading progress. */
export function UnfinishedTales({ tales }: { tales: readonly TaleCard[] }) {
  const positions = useBookshelf((bookshelf) => bookshelf.positions);
  const progressOf = (tale: TaleCard) => positions.find((position) => position.tale === tale.id)?.progress ?? 0;
  return <TaleRows tales={tales} below={(tale) => <Progress tale={tale} progress={progressOf(tale)} />} />;
}

/** Converts the card's minutes, at 200 words per minute, to the reader's own speed. */
function Progress({ tale, progress }: { tale: TaleCard; progress: number }) {
  const left = tale.readTime * 200 * (1 - progress);
  return <ReadingProgress progress={progress} minutes={minutesLeftText(left, readingSpeed()).toLowerCase()} />;
}
