import { Icon } from '#src/ui/icon.tsx';
import { Eyebrow } from '#src/ui/page-head.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { urls } from '#src/urls.ts';
import type { NightTale } from '../contract.ts';

/** Tale of the day on the home page. */
export function TaleOfTheDayCard({ tonight }: { tonight: NightTale }) {
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
