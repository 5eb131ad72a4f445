import { ListDoors } from '#src/features/syndication/components/list-doors.tsx';
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import { NewsletterForm } from '../../components/newsletter-form.tsx';
import { letterDay } from '../components/letter-words.ts';
import type { LetterCard, LetterPage } from '../contract.ts';

/** Every letter that went out, the newest on top. */
export function LettersPage({ page, isClosed }: { page: LetterPage; isClosed: boolean }) {
  return (
    <div className="page page-end">
      <Breadcrumbs trail={[{ name: 'Home', href: urls.home() }]} here="The weekly letter" />
      <PageHead
        eyebrow="Once a week"
        title="The weekly letter"
        lede="A tale of the week, what is new, and one for a short evening and a long one."
      />
      <NewsletterForm place="page" isClosed={isClosed} />
      {page.letters.length === 0 ? <p className="empty-line">No letters yet. Check back soon!</p> : null}
      <ol className="letter-list">
        {page.letters.map((letter) => (
          <LetterLine key={letter.slug} letter={letter} />
        ))}
      </ol>
      {page.next ? (
        <p className="more">
          <a className="btn btn-line btn-lg" href={`${urls.newsletter()}?after=${encodeURIComponent(page.next)}`}>
            Older letters
          </a>
        </p>
      ) : null}
      <ListDoors page={urls.newsletter()} hasBook={false} hasCatalogue={false} />
    </div>
  );
}

function LetterLine({ letter: { slug, title, opening, tales } }: { letter: LetterCard }) {
  return (
    <li>
      <a className="letter-card" href={urls.newsletter(slug)}>
        <span className="byline">
          <time dateTime={slug}>{letterDay(slug)}</time>
        </span>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {opening === '' ? null : (
          <p className="letter-opening">
            <bdi>{opening}</bdi>
          </p>
        )}
        {tales.length === 0 ? null : <p className="letter-tales">{tales.join(' · ')}</p>}
      </a>
    </li>
  );
}
