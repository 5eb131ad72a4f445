/** The page of a tale. */
import '#src/ui/styles/tale/index.css';
import { AttachedFiles } from '#src/features/files/components/attached-files.tsx';
import { Glossary } from '#src/features/glossary/components/glossary-loader.tsx';
import { ReadTogetherButton } from '#src/features/read-together/components/start-button.tsx';
import { FavoriteButton } from '#src/features/reader-library/components/favorite-button.tsx';
import { FinishButton } from '#src/features/reader-library/components/finish-button.tsx';
import { ReadingPosition } from '#src/features/reader-library/components/reading-position.tsx';
import { SaveButton } from '#src/features/reader-library/components/save-button.tsx';
import { ReaderSettings } from '#src/features/reading/components/reader-settings.tsx';
import { ReadingModes } from '#src/features/reading/components/reading-modes.tsx';
import { Passages } from '#src/features/sharing/components/passages.tsx';
import { ShareButton } from '#src/features/sharing/components/share-button.tsx';
import { PreviousNext } from '#src/features/tales/components/previous-next.tsx';
import { ReadingProgress } from '#src/features/tales/components/reading-progress.tsx';
import {
  AnotherRandomTale,
  Credits,
  DiscussionQuestions,
  Downloads,
  RelatedTales,
  TaleHead,
} from '#src/features/tales/components/tale-sections.tsx';
import type { TaleView } from '#src/features/tales/contract.ts';
import { ListenButtons } from '#src/features/text-to-speech/components/listen-button.tsx';
import { Breadcrumbs } from '#src/ui/page-head.tsx';
import { CardSkeleton } from '#src/ui/skeleton.tsx';
import { urls } from '#src/urls.ts';
import { LoadResult, useLoaded } from '../current-page.tsx';
import type { load } from '../loaders.ts';
import { TaleNotFoundPage } from './error-pages.tsx';

export function Tale() {
  return (
    <LoadResult of={useLoaded<typeof load.tale>()} missing={<TaleNotFoundPage />}>
      {(view) => <TalePage key={view.id} tale={view} />}
    </LoadResult>
  );
}

/** The text is rendered once, as stored, in #tale-text. `oldWords`: known if the server rendered it. */
function TalePage({ tale }: { tale: TaleView & { oldWords?: string } }) {
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
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved
            dangerouslySetInnerHTML={{ __html: tale.content }}
          />
          <ReadingModes of="tale-text" />
          <Passages of="tale-text" title={tale.title} path={urls.tale(tale.slug)} />
          <Glossary of="tale-text" language={tale.language} content={tale.content} words={tale.oldWords} />
          <span className="ornament fin" />
          <FinishButton tale={tale.id} />
          <DiscussionQuestions tale={tale} />
          <AttachedFiles {...tale} of="tales" page={urls.tale(tale.slug)} />
          <Credits tale={tale} />
        </article>
        <Downloads tale={tale} />
        <p className="report">
          <a className="link" href={urls.contact(tale.slug)}>
            Report a problem
          </a>
          {tale.allowsSuggestions ? (
            <a className="link" href={urls.suggest(tale.slug)}>
              Suggest a change
            </a>
          ) : null}
        </p>
        <ReadingPosition tale={tale.id} of="tale-text" words={tale.words} />
        <PreviousNext slug={tale.slug} prev={tale.prevTale} next={tale.nextTale} />
        <RelatedTales tale={tale} />
      </div>
    </>
  );
}

function TaleTools({ tale }: { tale: TaleView }) {
  return (
    <div className="tale-tools needs-script">
      <ListenButtons tale={tale} />
      <SaveButton tale={tale} />
      <FavoriteButton tale={tale} withWord />
      <ShareButton tale={tale} of="tale-text">
        <ReadTogetherButton tale={tale.id} className="share-way" />
      </ShareButton>
      <ReaderSettings />
      <ReadTogetherButton tale={tale.id} className="btn btn-line" />
      <AnotherRandomTale />
    </div>
  );
}

const LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

/** Placeholder while a tale loads. */
export function TaleSkeleton() {
  return (
    <div className="page tale-page page-end" aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div className="tale-head tale-skeleton" aria-hidden="true">
        <CardSkeleton />
        <div>
          <span className="bone bone-head" />
          <span className="bone bone-line" />
          <span className="bone bone-line" />
        </div>
      </div>
      <div className="prose" aria-hidden="true">
        {LINES.map((key) => (
          <span key={key} className="bone bone-line" />
        ))}
      </div>
    </div>
  );
}
