import { urls } from '#src/urls.ts';

/** The ways in which a list leaves the site. `page` is the address of its page, without a place in the list; of the newest tales there is no book, and letters are nothing for e-readers. */
export function ListDoors({ page, hasBook = true, hasCatalogue = true }: { page: string; hasBook?: boolean; hasCatalogue?: boolean }) {
  return (
    <div className="list-doors">
      {hasBook ? (
        <a className="btn btn-line" href={urls.listAs(page, 'epub')}>
          Download as one EPUB
        </a>
      ) : null}
      <p>
        Follow this list: <Door href={urls.listAs(page, 'atom')}>Atom</Door>, <Door href={urls.listAs(page, 'rss')}>RSS</Door>,{' '}
        <Door href={urls.listAs(page, 'json')}>JSON Feed</Door>.
        {hasCatalogue ? (
          <>
            {' '}
            On an e-reader: <Door href={urls.opds(page)}>OPDS</Door>.
          </>
        ) : null}
      </p>
    </div>
  );
}

function Door({ href, children }: { href: string; children: string }) {
  return (
    <a className="link" href={href}>
      {children}
    </a>
  );
}
