import { ListDoors } from '#src/features/syndication/components/list-doors.tsx';
import { TaleGrid } from '#src/features/tales/components/tale-grid.tsx';
import type { TalePage } from '#src/features/tales/contract.ts';
import { groupRecent } from '#src/features/tales/recent-groups.ts';
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SectionHead } from '#src/ui/section-head.tsx';
import { urls } from '#src/urls.ts';

/** The newest tales first, by week and month. `now` is an ISO date-time. */
export function RecentPage({ page, now }: { page: TalePage; now: string }) {
  const groups = groupRecent(page.tales, now);
  return (
    <div className="page page-end">
      <Breadcrumbs trail={[{ name: 'Home', href: urls.home() }]} here="Recent tales" />
      <PageHead eyebrow="Fresh from the press" title="Recent tales" lede="What has come to the shelves lately, the newest on top." />
      {groups.length === 0 ? <p className="empty-line">No recent tales available yet. Check back soon!</p> : null}
      <div className="weeks">
        {groups.map((group, index) => (
          <section key={group.title}>
            <SectionHead title={group.title} />
            <TaleGrid tales={group.tales} first={index === 0} />
          </section>
        ))}
      </div>
      {page.next ? (
        <p className="more">
          <a className="btn btn-line btn-lg" href={urls.recent(page.next)}>
            Older tales
          </a>
        </p>
      ) : null}
      <ListDoors page={urls.recent()} hasBook={false} />
    </div>
  );
}
