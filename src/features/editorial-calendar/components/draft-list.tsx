import type { PointerEvent } from 'react';
import { PagedList, usePagedList } from '#src/admin-ui/paged-list.tsx';
import type { ManagedTalePage } from '#src/features/tales/admin/contract.ts';
import { formatLocalDate } from '#src/ui/format.ts';
import { urls } from '#src/urls.ts';
import { type DraftItem, type Item, keyOf } from './calendar-items.ts';

type Props = {
  moving: Item | null;
  press: (event: PointerEvent<HTMLElement>, item: Item) => void;
  onSchedule: (draft: DraftItem) => void;
};

/** Drafts, which can be put on a day. */
export function DraftList({ moving, press, onSchedule }: Props) {
  const query = usePagedList<ManagedTalePage>('/tales', { state: 'draft', sort: 'updated' });
  const drafts = query.data?.pages.flatMap(({ tales }) => tales) ?? [];
  return (
    <section className="panel calendar-drafts" aria-labelledby="calendar-drafts">
      <h2 id="calendar-drafts">Drafts</h2>
      <p className="hint calendar-hint">Drag a draft to a day, or schedule it with its button.</p>
      <PagedList
        query={query}
        count={drafts.length}
        words={['draft', 'drafts']}
        loading="Loading drafts..."
        empty="No drafts"
        failed="Error loading drafts"
      >
        <ul>
          {drafts.map(({ id, title, version, updated_at }) => {
            const draft: DraftItem = { kind: 'draft', id, title, version };
            const isMoving = moving !== null && keyOf(moving) === keyOf(draft);
            return (
              <li
                key={id}
                className={isMoving ? 'calendar-item is-draft is-movable is-moving' : 'calendar-item is-draft is-movable'}
                data-key={keyOf(draft)}
                aria-busy={isMoving || undefined}
                onPointerDown={(event) => press(event, draft)}
              >
                <a href={urls.manageTale(id)} draggable={false}>
                  <small className="figures">Changed {formatLocalDate(updated_at)}</small>
                  <bdi>{title}</bdi>
                </a>
                <button type="button" className="btn btn-line btn-sm" aria-label={`Schedule “${title}”`} onClick={() => onSchedule(draft)}>
                  Schedule
                </button>
              </li>
            );
          })}
        </ul>
      </PagedList>
    </section>
  );
}
