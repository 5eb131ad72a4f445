import type { ReactNode } from 'react';
import { shortAgeLabel } from '#src/features/tales/browse-query.ts';
import type { TaleCard } from '#src/features/tales/contract.ts';
import { Picture } from '#src/ui/picture.tsx';
import { urls } from '#src/urls.ts';

type Props = {
  tales: readonly TaleCard[];
  /** Rendered below the title. Default: time, age and author. */
  below?: (tale: TaleCard) => ReactNode;
};

/** Tales as rows of a fixed height, each with a small cover. Hidden ages are left blank. */
export function TaleRows({ tales, below = factsOf }: Props) {
  return (
    <ul className="tale-rows">
      {tales.map((tale) => (
        <li key={tale.id} data-age={tale.ageBand || undefined}>
          <span className="cover">
            <Picture address={tale.coverImage} sizes="4rem" loading="lazy" />
          </span>
          <div>
            <h3 lang={tale.language === 'en' ? undefined : tale.language}>
              <a href={urls.tale(tale.slug)}>{tale.title}</a>
            </h3>
            {below(tale)}
          </div>
        </li>
      ))}
    </ul>
  );
}

function factsOf(tale: TaleCard): ReactNode {
  return <p>{[`${tale.readTime} min`, shortAgeLabel(tale.ageBand), tale.author.name].filter(Boolean).join(' · ')}</p>;
}
