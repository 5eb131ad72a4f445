/** The logo: a door in the wood. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 34 40" aria-hidden="true">
      <path d="M1 39V17a16 16 0 0 1 32 0v22z" fill="#17494c" />
      <path d="M3.5 39V17a13.5 13.5 0 0 1 27 0v22z" fill="#2f7570" />
      <circle cx="20.5" cy="15" r="6" fill="#f3dfa6" />
      <path d="M3.5 39V33q7-5 13.5-3t13.5-2v11z" fill="#123c40" />
      <path
        d="M13 8.5q1.5 5 5 7.5l-2.6-.3q1.4 4 4.6 6.3l-3-.3q1.6 4.3 5.4 7.3h-8.2V35h-2.4v-6H3.9q3.7-3 5.3-7.3l-3 .3q3.2-2.3 4.6-6.3l-2.6.3q3.4-2.5 4.8-7.5z"
        fill="#0b2a30"
      />
      <path d="M1 39V17a16 16 0 0 1 32 0v22z" fill="none" stroke="#d8a748" strokeWidth="1" />
    </svg>
  );
}

/** A section divider in the shape of a hill, in the colour of the next section. At most three on a page. */
export function HillDivider({ shape }: { shape: 'hill' | 'rise' | 'dip' | 'knoll' }) {
  return <span className={`edge edge-${shape}`} aria-hidden="true" />;
}

/** The hero image, in landscape or, on phones, portrait. */
export function NightScene({ className }: { className: string }) {
  return (
    <picture>
      <source media="(max-width: 48rem)" srcSet="/art/hero-night-mobile.svg" width="780" height="1600" />
      <img className={className} src="/art/hero-night.svg" alt="" width="1600" height="900" fetchPriority="high" />
    </picture>
  );
}
