import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** Longer introductions are placed below the title. */
const MAX_BESIDE_TITLE = 160;

/** The head of a list page: eyebrow, title, and an introduction beside or below it. */
export function PageHead({
  eyebrow,
  title,
  lede,
  children,
}: {
  eyebrow: string;
  title: string;
  lede?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={`browse-head${lede && lede.length > MAX_BESIDE_TITLE ? ' is-tall' : ''}`}>
      <div>
        <Eyebrow>{eyebrow}</Eyebrow>
        <h1>{title}</h1>
      </div>
      {lede ? <p className="lede">{lede}</p> : null}
      {children}
    </div>
  );
}

/** The small line above a title. */
export function Eyebrow({ children }: { children: ReactNode }) {
  return (
    <p className="eyebrow">
      <svg viewBox="0 0 30 16" aria-hidden="true">
        <path d="M15 1l2 5 5 2-5 2-2 5-2-5-5-2 5-2z" />
        <path d="M1 8q3-4 6 0q-3 4-6 0zM29 8q-3-4-6 0q3 4 6 0z" />
      </svg>
      {children}
    </p>
  );
}

/** Breadcrumbs; the last item is the current page and not a link. */
export function Breadcrumbs({ trail, here }: { trail: readonly { name: string; href: string }[]; here: string }) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        {trail.map((step) => (
          <li key={step.href}>
            <a href={step.href}>{step.name}</a>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}

/** A section title with a gold rule and an optional link. */
export function SectionHead({ title, href, more }: { title: string; href?: string; more?: string }) {
  return (
    <div className="head">
      <h2>{title}</h2>
      <span className="head-rule" />
      {href && more ? (
        <a className="go" href={href}>
          {more} <Icon name="arrow" />
        </a>
      ) : null}
    </div>
  );
}

/** A centred section title above an ornament. */
export function CentredHead({ title }: { title: string }) {
  return (
    <div className="head head-centre">
      <h2>{title}</h2>
      <span className="ornament" />
    </div>
  );
}
