import type { ReactNode } from 'react';
import { FOOTER_CATEGORIES } from '#src/features/categories/footer-categories.ts';
import { NewsletterForm } from '#src/features/newsletter/components/newsletter-form.tsx';
import type { Suggest } from '#src/features/search/components/suggestions.ts';
import { BrandMark } from '#src/ui/artwork.tsx';
import { useSite } from '#src/ui/site.ts';
import { urls } from '#src/urls.ts';
import { TopBar } from './top-bar.tsx';

/** HTML of top bar and footer, without their elements. */
export type Frame = { bar: string; footer: string };

type Props = {
  path: string;
  now: string;
  suggest: Suggest;
  /** Rendered before: on the server, top bar and footer take a third of the time of a page. */
  frame?: Frame | undefined;
  /** For pages with their own layout: auth pages and subscription pages. */
  isBare?: boolean;
  children: ReactNode;
};

/** Layout of every page. `path`: of the page; `now` (ISO): for the year in the footer. */
export function Layout({ path, now, suggest, frame, isBare = false, children }: Props) {
  return (
    <div className="shell">
      <a className="skip btn btn-solid" href="#main">
        Skip to the page
      </a>
      {isBare ? null : <TopBar path={path} suggest={suggest} html={frame?.bar} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {isBare ? null : <Footer now={now} html={frame?.footer} />}
    </div>
  );
}

/** A list without a title is under the name of the site. */
const LISTS: { title?: string; links: { name: string; href: string }[] }[] = [
  {
    title: 'Read',
    links: [
      { name: 'All tales', href: urls.tales() },
      { name: 'Recent tales', href: urls.recent() },
      { name: 'Random Tale', href: urls.random() },
      { name: 'Tonight’s tale', href: urls.tonight() },
      { name: 'Collections', href: urls.collections() },
      { name: 'Authors', href: urls.authors() },
      { name: 'Old words', href: urls.oldWords() },
      { name: 'Saved offline', href: urls.offline() },
    ],
  },
  {
    title: 'Categories',
    links: [
      ...FOOTER_CATEGORIES.map(({ name, slug }) => ({ name, href: urls.category(slug) })),
      { name: 'All categories', href: urls.categories() },
    ],
  },
  {
    links: [
      { name: 'Home', href: urls.home() },
      { name: 'About', href: urls.about() },
      { name: 'Newsletter', href: urls.newsletter() },
      { name: 'Contact', href: urls.contact() },
    ],
  },
];

const SMALL_PRINT = [
  { name: 'Privacy', href: urls.privacy() },
  { name: 'Terms', href: urls.terms() },
  { name: 'Accessibility', href: urls.accessibility() },
  { name: 'Takedown', href: urls.takedown() },
];

function Footer({ now, html }: { now: string; html: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
  if (html !== undefined) return <footer dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <footer>
      <FooterContent now={now} />
    </footer>
  );
}

export function FooterContent({ now }: { now: string }) {
  const { name, isNewsletterDisabled } = useSite();
  return (
    <>
      <img className="foot-trees" src="/art/treeline.svg" alt="" width="1600" height="190" loading="lazy" />
      <div className="foot forest">
        <div className="page">
          <div className="foot-grid">
            <div>
              <a className="brand" href={urls.home()}>
                <BrandMark />
                <span>{name}</span>
              </a>
              <p>Old tales, carefully set and quietly kept. Come in whenever you like; the wood is always open.</p>
              {isNewsletterDisabled ? null : (
                <div className="foot-letter">
                  <h2>Newsletter</h2>
                  <NewsletterForm place="foot" />
                </div>
              )}
            </div>
            {LISTS.map(({ title = name, links }) => (
              <nav key={title} aria-label={title}>
                <h2>{title}</h2>
                <ul>
                  {links.map((link) => (
                    <li key={link.href}>
                      <a href={link.href}>{link.name}</a>
                    </li>
                  ))}
                </ul>
              </nav>
            ))}
          </div>
          <div className="foot-end">
            <span>
              © {new Date(now).getUTCFullYear()}
              {` ${name}`}
            </span>
            <nav aria-label="Small print">
              <ul>
                {SMALL_PRINT.map((link) => (
                  <li key={link.href}>
                    <a href={link.href}>{link.name}</a>
                  </li>
                ))}
              </ul>
            </nav>
            <span>Set in Fell types and Alegreya</span>
          </div>
        </div>
      </div>
    </>
  );
}
