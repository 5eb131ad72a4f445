import { GridBones } from '#src/ui/bones.tsx';

/** A list of tales before it is there. */
export function ListSkeleton() {
  return (
    <div className="page page-end">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div className="browse-head" aria-hidden="true">
        <span className="bone bone-head" />
      </div>
      <GridBones count={8} />
    </div>
  );
}
