import { FinishButton } from '#src/features/bookshelf/components/finish-button.tsx';
import { ReadingPlace } from '#src/features/bookshelf/components/reading-place.tsx';
import { useCountedRead } from '#src/features/counts/components/use-counted-read.ts';
import { OldWords } from '#src/features/glossary/components/old-words.tsx';
import { ReadingModes } from '#src/features/reading/components/reading-modes.tsx';
import { Passages } from '#src/features/sharing/components/passages.tsx';
import { AfterTale } from '#src/features/tales/components/after-tale.tsx';
import { Colophon } from '#src/features/tales/components/colophon.tsx';
import { Downloads } from '#src/features/tales/components/downloads.tsx';
import { LikedTales } from '#src/features/tales/components/liked-tales.tsx';
import { ReadingProgress } from '#src/features/tales/components/reading-progress.tsx';
import { TaleHead } from '#src/features/tales/components/tale-head.tsx';
import { TaleTools } from '#src/features/tales/components/tale-tools.tsx';
import { TurnCards } from '#src/features/tales/components/turn-cards.tsx';
import type { TaleView } from '#src/features/tales/contract.ts';
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx';
import { urls } from '#src/urls.ts';

/** A tale, to be read. Its text is clean HTML and stands in the page once, in #tale-text. */
export function TalePage({ tale }: { tale: TaleView }) {
  useCountedRead(tale.id);
  const trail = [
    { name: 'Home', href: urls.home() },
    { name: 'Categories', href: urls.categories() },
    { name: tale.category.name, href: urls.category(tale.category.slug) },
  ];
  return (
    <>
      <ReadingProgress of="tale-text" />
      <div className="page tale-page">
        <Breadcrumbs trail={trail} here={tale.title} />
        <article>
          <TaleHead tale={tale}>
            <TaleTools tale={tale} />
          </TaleHead>
          <div
            id="tale-text"
            className="prose"
            lang={tale.language}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the text was made clean when it was written
            dangerouslySetInnerHTML={{ __html: tale.content }}
          />
          <ReadingModes of="tale-text" />
          <Passages of="tale-text" title={tale.title} path={urls.tale(tale.slug)} />
          <OldWords of="tale-text" language={tale.language} content={tale.content} />
          <span className="ornament fin" />
          <FinishButton tale={tale.id} />
          <AfterTale tale={tale} />
          <Colophon tale={tale} />
        </article>
        <Downloads tale={tale} />
        <p className="report">
          <a className="link" href={urls.contact(tale.slug)}>
            Report a problem
          </a>
        </p>
        <ReadingPlace tale={tale.id} of="tale-text" words={tale.words} />
        <TurnCards slug={tale.slug} prev={tale.prevTale} next={tale.nextTale} />
        <LikedTales tales={tale.related} />
      </div>
    </>
  );
}
