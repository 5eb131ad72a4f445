import type { AuthorCard } from '#src/features/authors/contract.ts';
import { formatTaleCount } from '#src/ui/format.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import { AuthorPortrait } from '../components/author-card.tsx';

/** All authors, A to Z. */
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
  const facts = [author.dates, formatTaleCount(author.count)].filter((fact) => fact !== '');
  return (
    <li>
      <a className="author-row-card" href={urls.author(author.slug)}>
        <AuthorPortrait slug={author.slug} name={author.name} sortName={author.sortName} />
        <span>
          <b>{author.name}</b>
          <small>{facts.join(' · ')}</small>
          <i>{author.works.join(', ')}</i>
        </span>
      </a>
    </li>
  );
}

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

type LetterGroup = { letter: string; authors: AuthorCard[] };

/** Groups authors by the first letter of the sort name, ignoring accents. Others are in the group '#', at the end. */
export function groupByLetter(authors: readonly AuthorCard[]): LetterGroup[] {
  const groups = new Map<string, AuthorCard[]>();
  for (const author of authors) {
    const letter = firstLetter(author.sortName);
    groups.set(letter, [...(groups.get(letter) ?? []), author]);
  }
  return [...ALPHABET, '#'].flatMap((letter) => {
    const found = groups.get(letter);
    return found ? [{ letter, authors: found }] : [];
  });
}

export function letterId(letter: string): string {
  return letter === '#' ? 'letter-other' : `letter-${letter.toLowerCase()}`;
}

function firstLetter(sortName: string): string {
  const letter = (sortName.normalize('NFD')[0] ?? '').toUpperCase();
  return ALPHABET.includes(letter) ? letter : '#';
}
