import { urls } from '#src/urls.ts';

/** Links to a list as EPUB, feeds and OPDS catalogue. `page`: URL of the list without cursor or page number. */
export function FeedLinks({ page, hasBook = true, hasCatalogue = true }: { page: string; hasBook?: boolean; hasCatalogue?: boolean }) {
  return (
    <div className="list-doors">
      {hasBook ? (
        <a className="btn btn-line" href={urls.listAs(page, 'epub')}>
          Download as one EPUB
        </a>
      ) : null}
      <p>
        Follow this list: <FeedLink href={urls.listAs(page, 'atom')}>Atom</FeedLink>,{' '}
        <FeedLink href={urls.listAs(page, 'rss')}>RSS</FeedLink>, <FeedLink href={urls.listAs(page, 'json')}>JSON Feed</FeedLink>.
        {hasCatalogue ? (
          <>
            {' '}
            On an e-reader: <FeedLink href={urls.opds(page)}>OPDS</FeedLink>.
          </>
        ) : null}
      </p>
    </div>
  );
}

function FeedLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="link" href={href}>
      {children}
    </a>
  );
}
