import { Icon } from './icon.tsx';

/** A section's title with a gold rule and a link to the rest of it. */
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

/** A section's title over the leaf-and-star ornament. */
export function CentredHead({ title }: { title: string }) {
  return (
    <div className="head head-centre">
      <h2>{title}</h2>
      <span className="ornament" />
    </div>
  );
}
