import type { TaleNeighbour } from '#src/features/tales/contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { urls } from '#src/urls.ts';
import { useBeside } from './collection-in-use.ts';
import { useTurning } from './use-turning.ts';

type Props = { slug: string; prev: TaleNeighbour | null; next: TaleNeighbour | null };

/**
 * The tales before and after this one, by links, arrow keys and swipes: of the collection that is in use, else those of the page. The
 * absent one leaves its place empty.
 */
export function TurnCards({ slug, ...ofPage }: Props) {
  const inUse = useBeside(slug);
  const { prev, next } = inUse ?? ofPage;
  useTurning(prev && urls.tale(prev.slug), next && urls.tale(next.slug));
  if (!prev && !next) return <div className="turn" />;
  return (
    <nav className="turn" aria-label={inUse === null ? 'More tales' : `More tales of the collection ${inUse.title}`}>
      {inUse === null ? null : (
        <p className="turn-of">
          In the collection{' '}
          <a className="link" href={inUse.href}>
            {inUse.title}
          </a>
        </p>
      )}
      {prev ? (
        <a className="turn-card" href={urls.tale(prev.slug)} rel="prev">
          <SmallCover src={prev.coverImage} />
          <span>
            <small>
              <Icon name="back" />
              Previous tale
            </small>
            <b>{prev.title}</b>
          </span>
        </a>
      ) : (
        <span />
      )}
      {next ? (
        <a className="turn-card is-next" href={urls.tale(next.slug)} rel="next">
          <span>
            <small>
              Next tale
              <Icon name="arrow" />
            </small>
            <b>{next.title}</b>
          </span>
          <SmallCover src={next.coverImage} />
        </a>
      ) : null}
    </nav>
  );
}

function SmallCover({ src }: { src: string }) {
  return (
    <span className="cover">
      <Picture address={src} sizes="6rem" loading="lazy" />
    </span>
  );
}
