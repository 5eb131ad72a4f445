import { CardSkeleton, GridSkeleton } from '#src/ui/skeleton.tsx';

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

const LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

/** Placeholder while a tale loads. */
export function TaleSkeleton() {
  return (
    <div className="page tale-page page-end" aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div className="tale-head tale-skeleton" aria-hidden="true">
        <CardSkeleton />
        <div>
          <span className="bone bone-head" />
          <span className="bone bone-line" />
          <span className="bone bone-line" />
        </div>
      </div>
      <div className="prose" aria-hidden="true">
        {LINES.map((key) => (
          <span key={key} className="bone bone-line" />
        ))}
      </div>
    </div>
  );
}
