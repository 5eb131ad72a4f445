import type { TaleNeighbour } from '#src/features/tales/contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { urls } from '#src/urls.ts';

/** The tales before and after this one; the absent one leaves its place empty. */
export function TurnCards({ prev, next }: { prev: TaleNeighbour | null; next: TaleNeighbour | null }) {
  if (!prev && !next) return <div className="turn" />;
  return (
    <nav className="turn" aria-label="More tales">
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
