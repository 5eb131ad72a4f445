import type { TalePage } from '#src/features/tales/contract.ts';
import { GetUpdates } from '#src/ui/get-updates.tsx';
import { Breadcrumbs, PageHead, SectionHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import { TaleGrid } from '../components/paginated-grid.tsx';
import type { TaleCard } from '../contract.ts';

/** Newest tales, grouped by week and month. `now` is an ISO date-time. */
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
      <GetUpdates page={urls.recent()} hasBook={false} />
    </div>
  );
}

type RecentGroup = { title: 'This week' | 'This month' | 'Earlier'; tales: TaleCard[] };

/**
 * Groups tales (newest first) by publish date relative to `now` (ISO, UTC). Weeks start on Monday. Empty groups are omitted; the order is
 * preserved.
 */
export function groupRecent(tales: readonly TaleCard[], now: string): RecentGroup[] {
  const week = startOfWeek(now);
  const month = `${now.slice(0, 7)}-01T00:00:00.000Z`;
  const groups: RecentGroup[] = [
    { title: 'This week', tales: [] },
    { title: 'This month', tales: [] },
    { title: 'Earlier', tales: [] },
  ];
  const [thisWeek, thisMonth, earlier] = groups;
  for (const tale of tales) {
    const published = new Date(tale.publishDate).toISOString();
    const group = published >= week ? thisWeek : published >= month ? thisMonth : earlier;
    group?.tales.push(tale);
  }
  return groups.filter((group) => group.tales.length > 0);
}

function startOfWeek(now: string): string {
  const day = new Date(`${now.slice(0, 10)}T00:00:00.000Z`);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  day.setUTCDate(day.getUTCDate() - sinceMonday);
  return day.toISOString();
}
