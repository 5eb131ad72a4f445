import { minutesLeftText, readingSpeed } from '#src/features/reading/components/reading-speed-store.ts';
import type { TaleCard as Tale } from '#src/features/tales/contract.ts';
import { SectionHead } from '#src/ui/page-head.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { urls } from '#src/urls.ts';
import { ReadingProgress } from './library-status.tsx';
import { useBookshelf } from './library-store.ts';
import { type LoadCards, useTaleCards } from './use-tale-cards.ts';

/** Unfinished tales with reading progress. `tales`: ids, most recent first. Rows have a fixed height, which the page reserves. */
export function ContinueReading({ tales, loadCards }: { tales: readonly string[]; loadCards: LoadCards }) {
  const positions = useBookshelf((bookshelf) => bookshelf.positions);
  const { cards } = useTaleCards(tales, loadCards);
  if (cards.length === 0) return null;
  return (
    <section className="page">
      <SectionHead title="Continue reading" href={urls.history()} more="Reading history" />
      <ul className="continue">
        {cards.map((tale) => (
          <UnfinishedTale key={tale.id} tale={tale} progress={positions.find((position) => position.tale === tale.id)?.progress ?? 0} />
        ))}
      </ul>
    </section>
  );
}

/** Converts the card's minutes, at 200 words per minute, to the reader's own speed. */
function UnfinishedTale({ tale, progress }: { tale: Tale; progress: number }) {
  const left = tale.readTime * 200 * (1 - progress);
  return (
    <li data-age={tale.ageBand || undefined}>
      <span className="cover">
        <Picture address={tale.coverImage} sizes="4rem" loading="lazy" />
      </span>
      <div>
        <h3 lang={tale.language === 'en' ? undefined : tale.language}>
          <a href={urls.tale(tale.slug)}>{tale.title}</a>
        </h3>
        <ReadingProgress progress={progress} minutes={minutesLeftText(left, readingSpeed()).toLowerCase()} />
      </div>
    </li>
  );
}
