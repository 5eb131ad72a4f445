import type { AuthorCard as Author } from '#src/features/authors/contract.ts';
import { talesCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';
import { Cameo } from './cameo.tsx';

/** An author with cameo, count and a few works, for a list. */
export function AuthorCard({ author }: { author: Author }) {
  return (
    <li>
      <a className="author" href={urls.author(author.slug)}>
        <Cameo slug={author.slug} name={author.name} sortName={author.sortName} />
        <h3>{author.name}</h3>
        <span className="count">{talesCount(author.count)}</span>
        <p>{author.works.join(', ')}</p>
      </a>
    </li>
  );
}
