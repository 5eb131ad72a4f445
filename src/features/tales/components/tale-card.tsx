import { HeartButton } from '#src/features/bookshelf/components/heart-button.tsx';
import { ReadTick } from '#src/features/bookshelf/components/read-tick.tsx';
import type { TaleCard as Tale } from '#src/features/tales/contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { urls } from '#src/urls.ts';
import { PassageText } from './passage-text.tsx';
import { ShowVeiled } from './show-veiled.tsx';

/** How wide a cover is shown: in grids, and across one or two columns. */
const SIZES = '(max-width: 40rem) 9rem, (max-width: 60rem) 44vw, 18rem';
const WIDE_SIZES = '(max-width: 60rem) 92vw, 36rem';

/** `time`: how long it takes, where that is not the usual time of reading silently. */
type Props = { tale: Tale; wide?: boolean; eager?: boolean; time?: string };

/**
 * A tale in a grid: a book with its cover, or `wide` with the landscape cover and its author. The title's link covers the
 * whole card. `eager` for covers that stand in the first screen.
 */
export function TaleCard({ tale, wide = false, eager = false, time = `${tale.readTime} min` }: Props) {
  return (
    <article
      className={wide ? 'tale tale-wide' : 'tale'}
      data-age={tale.ageBand || undefined}
      data-tale={tale.id}
      lang={tale.language === 'en' ? undefined : tale.language}
    >
      <div className="tale-art">
        <span className={wide ? 'cover is-wide' : 'cover'}>
          <Picture
            address={wide ? tale.coverWide : tale.coverImage}
            sizes={wide ? WIDE_SIZES : SIZES}
            width={wide ? 960 : 600}
            height={wide ? 540 : 800}
            loading={eager ? 'eager' : 'lazy'}
          />
        </span>
        {tale.isFeatured ? (
          <span className="ribbon-wrap">
            <span className="ribbon">Featured</span>
          </span>
        ) : null}
        <HeartButton tale={tale} />
        <ReadTick tale={tale.id} />
        <ShowVeiled age={tale.ageBand} title={tale.title} />
      </div>
      <p className="byline">
        <span className="caps">{tale.category.name}</span>
        <span className="dot">·</span>
        <span>{time}</span>
        {wide ? (
          <>
            <span className="dot">·</span>
            <span>{tale.author.name}</span>
          </>
        ) : null}
      </p>
      <h3>
        <a href={urls.tale(tale.slug)}>{tale.title}</a>
      </h3>
      {tale.passage ? <PassageText passage={tale.passage} /> : <p className="excerpt">{tale.excerpt}</p>}
      <span className="go" aria-hidden="true">
        Read Tale <Icon name="arrow" />
      </span>
    </article>
  );
}
