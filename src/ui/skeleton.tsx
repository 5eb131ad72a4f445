import { BrandMark } from './artwork.tsx';

/** Placeholder of a tale card while it loads. */
export function CardSkeleton({ wide = false }: { wide?: boolean }) {
  return (
    <div className={wide ? 'tale tale-wide' : 'tale'} aria-hidden="true">
      <div className="tale-art">
        <span className={wide ? 'cover is-bone is-wide' : 'cover is-bone'}>
          <span className="bone bone-fill" />
          <svg viewBox="0 0 34 40" aria-hidden="true">
            <path d="M17 2q3 9 9 13l-4-.5q3 6 8 10l-5-.5q3 6 8 10H20v5h-6v-5H1q5-4 8-10l-5 .5q5-4 8-10l-4 .5q6-4 9-13z" />
          </svg>
        </span>
      </div>
      <span className="bone bone-small" />
      <span className="bone bone-title" />
      <span className="bone bone-line" />
      <span className="bone bone-line" />
      <span className="bone bone-line" />
    </div>
  );
}

/** A grid of placeholders, announced as busy. */
export function GridSkeleton({ count, wide = false }: { count: number; wide?: boolean }) {
  return (
    <div className={wide ? 'grid grid-3' : 'grid'} aria-busy="true">
      {Array.from({ length: count }, (_, index) => `bone-${index}`).map((key) => (
        <CardSkeleton key={key} wide={wide} />
      ))}
    </div>
  );
}

/** Placeholder of a page while it loads. */
export function PageLoading() {
  return (
    <div className="page loading" role="status">
      <BrandMark className="loading-mark" />
      Loading
    </div>
  );
}

/** Placeholder while a list of tales loads. */
export function ListSkeleton() {
  return (
    <div className="page page-end">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div className="browse-head" aria-hidden="true">
        <span className="bone bone-head" />
      </div>
      <GridSkeleton count={8} />
    </div>
  );
}
