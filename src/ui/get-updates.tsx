import type { ReactNode } from 'react';
import { urls } from '#src/urls.ts';
import { Icon } from './icon.tsx';
import { useSite } from './site.ts';

type Props = {
  /** URL of the list without cursor or page number. */
  page: string;
  hasBook?: boolean;
  hasCatalogue?: boolean;
  /** Not on the page with the newsletter's form. */
  hasNewsletter?: boolean;
  /** URL of a calendar of the list. */
  calendar?: string;
};

/** Link to a list as EPUB, and the ways to hear of new entries: newsletter, feeds, OPDS catalogue and calendar. */
export function GetUpdates({ page, hasBook = true, hasCatalogue = true, hasNewsletter = true, calendar }: Props) {
  const { isNewsletterDisabled } = useSite();
  return (
    <div className="list-doors">
      {hasBook ? (
        <a className="btn btn-line" href={urls.listAs(page, 'epub')}>
          Download as one EPUB
        </a>
      ) : null}
      <details className="updates">
        <summary>
          Get updates
          <Icon name="down" className="fold-turn" />
        </summary>
        <dl className="updates-ways">
          {hasNewsletter && !isNewsletterDisabled ? (
            <Way name="By email" text="A few tales once a week, with a short note about each.">
              <UpdateLink href={urls.newsletter()}>Newsletter</UpdateLink>
            </Way>
          ) : null}
          <Way
            name="In a feed reader"
            text="It shows what is new on this page, without an account. Atom and JSON Feed have full texts, RSS excerpts."
          >
            <UpdateLink href={urls.listAs(page, 'atom')}>Atom</UpdateLink>
            <UpdateLink href={urls.listAs(page, 'rss')}>RSS</UpdateLink>
            <UpdateLink href={urls.listAs(page, 'json')}>JSON Feed</UpdateLink>
          </Way>
          {hasCatalogue ? (
            <Way name="On an e-reader" text="Add this catalogue to your reading app to browse and download these tales there.">
              <UpdateLink href={urls.opds(page)}>OPDS catalogue</UpdateLink>
            </Way>
          ) : null}
          {calendar === undefined ? null : (
            <Way name="In your calendar" text="The tales of the next two weeks, one for each night.">
              <UpdateLink href={calendar}>Calendar</UpdateLink>
            </Way>
          )}
        </dl>
      </details>
    </div>
  );
}

function Way({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {text}
        <span className="updates-links">{children}</span>
      </dd>
    </div>
  );
}

function UpdateLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="link" href={href}>
      {children}
    </a>
  );
}
