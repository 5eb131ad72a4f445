import type { ReactNode } from 'react';
import { HeartButton } from '#src/features/bookshelf/components/heart-button.tsx';
import { SaveButton } from '#src/features/bookshelf/components/save-button.tsx';
import type { TaleView } from '#src/features/tales/contract.ts';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { formatDate } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';
import { AnotherOne } from './another-one.tsx';
import { ReaderSettings } from './reader-settings.tsx';
import { ShareButton } from './share-button.tsx';

/** Cover, title and what one may want to know before reading. */
export function TaleHead({ tale }: { tale: TaleView }) {
  return (
    <header className="tale-head">
      <span className="cover tale-cover">
        <img src={tale.coverImage} alt="" width="600" height="800" fetchPriority="high" />
      </span>
      <div className="tale-title">
        <p>
          <a className="badge" href={urls.category(tale.category.slug)}>
            {tale.category.name}
          </a>
        </p>
        <h1 lang={tale.language}>{tale.title}</h1>
        <p className="standfirst" lang={tale.language}>
          {tale.excerpt}
        </p>
        <dl className="facts">
          <Fact icon="feather" name="Author">
            <a className="link" href={urls.author(tale.author.slug)}>
              {tale.author.name}
            </a>
          </Fact>
          <Fact icon="clock" name="Read time">
            {tale.readTime} min read · {tale.aloudTime} min aloud
          </Fact>
          <Fact icon="book" name="Published">
            <time dateTime={tale.publishDate}>{formatDate(tale.publishDate)}</time>
          </Fact>
        </dl>
        <div className="tale-tools needs-script">
          <HeartButton tale={tale} withWord />
          <ShareButton title={tale.title} path={urls.tale(tale.slug)} />
          <SaveButton tale={tale} />
          <ReaderSettings />
          <AnotherOne />
        </div>
      </div>
    </header>
  );
}

function Fact({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <Icon name={icon} />
        <span className="visually-hidden">{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
