import { Cameo } from '#src/features/authors/components/cameo.tsx';
import type { AuthorCard } from '#src/features/authors/contract.ts';
import { ALPHABET, groupByLetter, letterId } from '#src/features/authors/letter-groups.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { talesCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';

/** Everyone whose tales we tell, A to Z. */
export function AuthorsPage({ authors }: { authors: readonly AuthorCard[] }) {
  const groups = groupByLetter(authors);
  return (
    <div className="page page-end">
      <PageHead
        eyebrow="Those who told them first"
        title="Authors"
        lede="Collectors, courtiers, schoolmasters, and traditions older than any name."
      />
      {groups.length === 0 ? <p className="empty-line">No authors found</p> : <JumpBar letters={groups.map((group) => group.letter)} />}
      {groups.map((group) => (
        <section key={group.letter} className="letter" id={letterId(group.letter)}>
          <h2>{group.letter}</h2>
          <ul>
            {group.authors.map((author) => (
              <AuthorRow key={author.slug} author={author} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function JumpBar({ letters }: { letters: readonly string[] }) {
  const shown = letters.includes('#') ? [...ALPHABET, '#'] : ALPHABET;
  return (
    <nav className="letters" aria-label="Jump to a letter">
      {shown.map((letter) =>
        letters.includes(letter) ? (
          <a key={letter} href={`#${letterId(letter)}`}>
            {letter}
          </a>
        ) : (
          <span key={letter} aria-hidden="true">
            {letter}
          </span>
        ),
      )}
    </nav>
  );
}

function AuthorRow({ author }: { author: AuthorCard }) {
  const facts = [author.dates, talesCount(author.count)].filter((fact) => fact !== '');
  return (
    <li>
      <a className="author-row-card" href={urls.author(author.slug)}>
        <Cameo slug={author.slug} name={author.name} sortName={author.sortName} />
        <span>
          <b>{author.name}</b>
          <small>{facts.join(' · ')}</small>
          <i>{author.works.join(', ')}</i>
        </span>
      </a>
    </li>
  );
}
