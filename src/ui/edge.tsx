/** A cut edge: a hill with grass in the colour of the sheet that comes next. At most three on a page. */
export function Edge({ shape }: { shape: 'hill' | 'rise' | 'dip' | 'knoll' }) {
  return <span className={`edge edge-${shape}`} aria-hidden="true" />;
}
