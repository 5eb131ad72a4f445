import { CardBones } from '#src/ui/bones.tsx';

const LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

/** A tale before it is there. */
export function TaleSkeleton() {
  return (
    <div className="page tale-page page-end" aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div className="tale-head tale-bones" aria-hidden="true">
        <CardBones />
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
