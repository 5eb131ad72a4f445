import { talesPromise } from '#src/features/home/tales-promise.ts';
import { Edge } from '#src/ui/edge.tsx';
import { Eyebrow } from '#src/ui/eyebrow.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { NightScene } from '#src/ui/night-scene.tsx';
import { urls } from '#src/urls.ts';
import { NightSky } from './night-sky.tsx';

export function Hero({ talesCount }: { talesCount: number }) {
  return (
    <section className="hero forest" aria-label="Welcome">
      <NightScene className="hero-art" />
      <NightSky />
      <div className="page hero-text">
        <Eyebrow>{talesPromise(talesCount)}</Eyebrow>
        <h1>
          Deep in the wood,
          <br />
          <em>a story is waiting.</em>
        </h1>
        <p className="lede">
          Fairy tales gathered from every corner of the old world, set in good type, to be read by lamplight or by day.
        </p>
        <p className="hero-go">
          <a className="btn btn-gold btn-lg" href={urls.tales()}>
            <Icon name="book" />
            Start Reading
          </a>
          <a className="btn btn-line btn-lg" href={urls.categories()}>
            Browse Categories
          </a>
        </p>
      </div>
      <Edge shape="hill" />
    </section>
  );
}
