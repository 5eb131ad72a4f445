import type { NightTale } from '#src/features/tonight/contract.ts';
import { Eyebrow } from '#src/ui/eyebrow.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { urls } from '#src/urls.ts';

/** Tonight's tale on the home page: a cover, a title, and the way to it. */
export function TonightBand({ tonight }: { tonight: NightTale }) {
  const { tale } = tonight;
  return (
    <section className="tonight-card" aria-labelledby="tonights-tale" data-age={tale.ageBand || undefined}>
      <span className="cover">
        <Picture address={tale.coverImage} sizes="9rem" loading="lazy" />
      </span>
      <div>
        <Eyebrow>Tonight’s tale</Eyebrow>
        <h2 id="tonights-tale" lang={tale.language === 'en' ? undefined : tale.language}>
          <a href={urls.tale(tale.slug)}>{tale.title}</a>
        </h2>
        <p className="tonight-facts">
          {tale.author.name} · {tale.aloudTime} min aloud
        </p>
        <a className="go" href={urls.tonight()}>
          How it begins <Icon name="arrow" />
        </a>
      </div>
    </section>
  );
}
