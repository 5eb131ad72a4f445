import { GridBones } from '#src/ui/bones.tsx';
import { SectionHead } from '#src/ui/section-head.tsx';
import { Hero } from '../components/hero.tsx';

/** Home before its tales are there: four boxes for the featured ones, three for the recent. */
export function HomeSkeleton() {
  return (
    <>
      <Hero talesCount={0} />
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <section className="band">
        <div className="page">
          <SectionHead title="Featured Tales" />
          <GridBones count={4} />
        </div>
      </section>
      <section className="band band-tight">
        <div className="page">
          <SectionHead title="Recently Added" />
          <GridBones count={3} wide />
        </div>
      </section>
    </>
  );
}
