import { TaleCard } from '#src/features/tales/components/tale-card.tsx';
import type { TaleCard as Tale } from '#src/features/tales/contract.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { GetUpdates } from '#src/ui/get-updates.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { PageHead, SectionHead } from '#src/ui/page-head.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { urls } from '#src/urls.ts';
import { formatNight, formatPastNight } from '../components/format-night.ts';
import type { NightTale, TaleOfTheDayView } from '../contract.ts';

/** Tonight's tale with its opening, and the tales of the week before. */
export function TaleOfTheDayPage({ view }: { view: TaleOfTheDayView }) {
  const { night, tale, opening, before } = view;
  return (
    <div className="page page-end">
      <PageHead
        eyebrow={formatNight(night)}
        title="Tonight’s tale"
        lede="One tale for each night, the same for everyone who opens this page."
      />
      {tale === null ? (
        <EmptyState spot="lantern" title="No tale for tonight yet" text="The shelves are still empty. Check back soon!" />
      ) : (
        <TaleOfTheNight tale={tale} opening={opening} />
      )}
      <Before before={before} tonight={night} />
      <GetUpdates page={urls.tonight()} hasBook={false} hasCatalogue={false} calendar={urls.tonightCalendar()} />
    </div>
  );
}

function TaleOfTheNight({ tale, opening }: { tale: Tale; opening: string }) {
  return (
    <article className="tonight" lang={tale.language === 'en' ? undefined : tale.language}>
      <span className="cover">
        <Picture address={tale.coverImage} sizes="(max-width: 48rem) 15rem, 22rem" width={600} height={800} loading="eager" />
      </span>
      <div>
        <p className="byline">
          <span className="caps">{tale.category.name}</span>
          <span className="dot">·</span>
          <span>{tale.author.name}</span>
        </p>
        <h2>{tale.title}</h2>
        <p className="tonight-facts">
          <Icon name="clock" />
          {tale.aloudTime} min aloud, {tale.readTime} min read
        </p>
        {opening === '' ? null : <p className="tonight-opening">{opening}</p>}
        <a className="btn btn-solid btn-lg" href={urls.tale(tale.slug)}>
          <Icon name="book" />
          Read it
        </a>
      </div>
    </article>
  );
}

function Before({ before, tonight }: { before: readonly NightTale[]; tonight: string }) {
  if (before.length === 0) return null;
  return (
    <section>
      <SectionHead title="The nights before" />
      <ol className="grid nights-before">
        {before.map(({ night, tale }) => (
          <li key={night}>
            <p className="night-name">{formatPastNight(night, tonight)}</p>
            <TaleCard tale={tale} />
          </li>
        ))}
      </ol>
    </section>
  );
}
