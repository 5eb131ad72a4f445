import { type ComponentType, createContext, Fragment, useContext, useRef } from 'react';
import { useIsHidden } from '#src/ui/hidden-ages.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { urls } from '#src/urls.ts';
import { shortAgeLabel } from '../browse-query.ts';
import type { Passage, TaleCard as Tale } from '../contract.ts';

/** What other features add to cards of tales. The application provides it once, for server and browser alike. */
export type TaleCardSlots = {
  FavoriteButton: ComponentType<{ tale: Tale }>;
  ReadBadge: ComponentType<{ tale: string }>;
};

export const TaleCardSlots = createContext<TaleCardSlots>({
  FavoriteButton: () => null,
  ReadBadge: () => null,
});

/** Widths of covers in grids, and of wide cards. */
const SIZES = '(max-width: 40rem) 9rem, (max-width: 60rem) 44vw, 18rem';
const WIDE_SIZES = '(max-width: 60rem) 92vw, 36rem';

/** `time`: reading time, if it is not the usual one. */
type Props = { tale: Tale; wide?: boolean; eager?: boolean; time?: string };

/**
 * A tale in a grid; `wide` cards have a landscape cover and the author. The link of the title covers the card. `eager` loads the cover at
 * once, for cards in the first viewport.
 */
export function TaleCard({ tale, wide = false, eager = false, time = `${tale.readTime} min` }: Props) {
  const { FavoriteButton, ReadBadge } = useContext(TaleCardSlots);
  const facts = [time, shortAgeLabel(tale.ageBand), wide && tale.author.name];
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
        <FavoriteButton tale={tale} />
        <ReadBadge tale={tale.id} />
        <RevealHiddenCard age={tale.ageBand} title={tale.title} />
      </div>
      <p className="byline">
        <span className="caps">{tale.category.name}</span>
        {facts.map((fact) =>
          fact ? (
            <Fragment key={fact}>
              <span className="dot">·</span>
              <span>{fact}</span>
            </Fragment>
          ) : null,
        )}
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

/** A search excerpt with highlighted terms. */
function PassageText({ passage }: { passage: Passage }) {
  const placed = passage.map((part, index) => ({ ...part, key: `${index}:${part.text}` }));
  return (
    <p className="passage">
      {placed.map((part) => (part.mark ? <mark key={part.key}>{part.text}</mark> : <span key={part.key}>{part.text}</span>))}
    </p>
  );
}

/** Reveals a card hidden by its age group until the page is left. Styles: hidden-ages.css. */
function RevealHiddenCard({ age, title }: { age: string; title: string }) {
  const isHidden = useIsHidden(age);
  const button = useRef<HTMLButtonElement>(null);
  if (!isHidden) return null;
  return (
    <button
      type="button"
      ref={button}
      className="btn btn-line btn-sm show-hidden"
      aria-label={`Show ${title}`}
      onClick={() => {
        const card = button.current?.closest('article');
        card?.classList.add('is-shown');
        card?.querySelector<HTMLElement>('h3 a')?.focus();
      }}
    >
      Show
    </button>
  );
}
