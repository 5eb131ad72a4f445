/** The night wood with the castle, in landscape or, on phones, upright. */
export function NightScene({ className }: { className: string }) {
  return (
    <picture>
      <source media="(max-width: 48rem)" srcSet="/art/hero-night-mobile.svg" width="780" height="1600" />
      <img className={className} src="/art/hero-night.svg" alt="" width="1600" height="900" fetchPriority="high" />
    </picture>
  );
}
