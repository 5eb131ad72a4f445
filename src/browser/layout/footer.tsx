import { FOOT_CATEGORIES } from '#src/features/categories/foot-categories.ts';
import { NewsletterForm } from '#src/features/newsletter/components/newsletter-form.tsx';
import { BrandMark } from '#src/ui/brand-mark.tsx';
import { urls } from '#src/urls.ts';

const LISTS = [
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
      { name: 'Kept offline', href: urls.offline() },
    ],
  },
  {
    title: 'Categories',
    links: [
      ...FOOT_CATEGORIES.map(({ name, slug }) => ({ name, href: urls.category(slug) })),
      { name: 'All categories', href: urls.categories() },
    ],
  },
  {
    title: 'Talewood',
    links: [
      { name: 'Home', href: urls.home() },
      { name: 'About', href: urls.about() },
      { name: 'Newsletter', href: urls.newsletter() },
      { name: 'Contact', href: urls.contact() },
    ],
  },
];

/** In small, at the very end. */
const SMALL_PRINT = [
  { name: 'Privacy', href: urls.privacy() },
  { name: 'Terms', href: urls.terms() },
  { name: 'Accessibility', href: urls.accessibility() },
  { name: 'Takedown', href: urls.takedown() },
];

export function Footer({ year, isLetterClosed }: { year: number; isLetterClosed: boolean }) {
  return (
    <footer>
      <img className="foot-trees" src="/art/treeline.svg" alt="" width="1600" height="190" loading="lazy" />
      <div className="foot forest">
        <div className="page">
          <div className="foot-grid">
            <div>
              <a className="brand" href={urls.home()}>
                <BrandMark />
                <span>Talewood</span>
              </a>
              <p>Old tales, carefully set and quietly kept. Come in whenever you like; the wood is always open.</p>
              <div className="foot-letter">
                <h2>The weekly letter</h2>
                <NewsletterForm place="foot" isClosed={isLetterClosed} />
              </div>
            </div>
            {LISTS.map((list) => (
              <nav key={list.title} aria-label={list.title}>
                <h2>{list.title}</h2>
                <ul>
                  {list.links.map((link) => (
                    <li key={link.href}>
                      <a href={link.href}>{link.name}</a>
                    </li>
                  ))}
                </ul>
              </nav>
            ))}
          </div>
          <div className="foot-end">
            <span>© {year} Talewood</span>
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
    </footer>
  );
}
