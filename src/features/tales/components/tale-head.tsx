import type { ReactNode } from 'react';
import type { TaleView } from '#src/features/tales/contract.ts';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { formatDate } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';

/** Cover, title and what one may want to know before reading; below it `children`, what one may do. */
export function TaleHead({ tale, children }: { tale: TaleView; children?: ReactNode }) {
  return (
    <header className="tale-head">
      <span className="cover tale-cover">
        <Picture address={tale.coverImage} sizes="(max-width: 60rem) 15rem, 22rem" fetchPriority="high" />
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
        {children}
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
