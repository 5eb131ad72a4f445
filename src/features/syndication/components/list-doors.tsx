import { urls } from '#src/urls.ts';

/** The ways in which a list leaves the site. `page` is the address of its page, without a place in the list; of the newest tales there is no book. */
export function ListDoors({ page, hasBook = true }: { page: string; hasBook?: boolean }) {
  return (
    <p className="list-doors">
      Follow this list: <Door href={urls.listAs(page, 'atom')}>Atom</Door>, <Door href={urls.listAs(page, 'rss')}>RSS</Door>,{' '}
      <Door href={urls.listAs(page, 'json')}>JSON Feed</Door>. On an e-reader: <Door href={urls.opds(page)}>OPDS</Door>
      {hasBook ? (
        <>
          , <Door href={urls.listAs(page, 'epub')}>one EPUB</Door>
        </>
      ) : null}
      .
    </p>
  );
}

function Door({ href, children }: { href: string; children: string }) {
  return (
    <a className="link" href={href}>
      {children}
    </a>
  );
}
