import type { AuthorCard as Author } from '#src/features/authors/contract.ts';
import { formatTaleCount } from '#src/ui/format.ts';
import { urls } from '#src/urls.ts';

/** An author in a list, with portrait, number of tales and some titles. */
export function AuthorCard({ author }: { author: Author }) {
  return (
    <li>
      <a className="author" href={urls.author(author.slug)}>
        <AuthorPortrait slug={author.slug} name={author.name} sortName={author.sortName} />
        <h3>{author.name}</h3>
        <span className="count">{formatTaleCount(author.count)}</span>
        <p>{author.works.join(', ')}</p>
      </a>
    </li>
  );
}

const WITH_PORTRAIT = ['grimm', 'andersen', 'perrault', 'aulnoy'] as const;

type Props = { slug: string; name: string; sortName: string; className?: string; described?: boolean };

/** The portrait of an author, or the initial if there is none. `described` adds an alt text; otherwise the name is next to it. */
export function AuthorPortrait({ slug, name, sortName, className, described = false }: Props) {
  const portrait = WITH_PORTRAIT.find((known) => slug.split('-').includes(known));
  if (!portrait) return <Initial letter={[...sortName][0] ?? ''} className={className} />;
  const alt = described ? `Cut-paper profile of ${name}` : '';
  return (
    <img
      className={className}
      src={`/art/author-${portrait}.svg`}
      alt={alt}
      width="240"
      height="300"
      loading={described ? 'eager' : 'lazy'}
    />
  );
}

function Initial({ letter, className }: { letter: string; className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 240 300" width="240" height="300" aria-hidden="true">
      <ellipse cx="120" cy="150" rx="116" ry="146" fill="#1d4d52" />
      <ellipse cx="120" cy="150" rx="107" ry="137" fill="#9dbfae" />
      <ellipse cx="120" cy="150" rx="98" ry="128" fill="#d9dcb6" />
      <ellipse cx="120" cy="150" rx="88" ry="117" fill="#f7e6b8" />
      <ellipse cx="120" cy="150" rx="111.5" ry="141.5" fill="none" stroke="#d8a748" strokeWidth="1.6" />
      <text className="cameo-letter" x="120" y="190" textAnchor="middle">
        {letter.toLocaleUpperCase('en')}
      </text>
    </svg>
  );
}
