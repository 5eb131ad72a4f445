import { useCallback } from 'react';
import { dayOf } from '#src/ui/when.ts';
import { urls } from '#src/urls.ts';
import { askedOf, withAsked } from '../components/asked.ts';
import { ListPanel } from '../components/list-panel.tsx';
import { ListSearch } from '../components/list-search.tsx';
import { StaffFrame } from '../components/staff-frame.tsx';
import { useStaffList } from '../components/use-staff-list.ts';
import type { StaffTale, StaffTalePage } from '../contract.ts';
import type { StaffPageProps } from './page-props.ts';

/** All tales, drafts too, with a way to those that readers see. */
export function ManageTalesPage({ search, show }: StaffPageProps) {
  const asked = askedOf(search, ['q']);
  const query = useStaffList<StaffTalePage>('/tales', asked);
  const tales = query.data?.pages.flatMap((page) => page.tales) ?? [];
  const onSearch = useCallback((q: string) => show(urls.manageTales(withAsked({}, { q }))), [show]);
  return (
    <StaffFrame title="Manage Fairy Tales" lede="Create, edit, and organize your collection of fairy tales" path={urls.manageTales()}>
      <div className="panel-tools">
        <ListSearch
          label="Search tales to manage"
          placeholder="Search by title, author or category"
          q={asked.q ?? ''}
          onSearch={onSearch}
        />
      </div>
      <ListPanel
        query={query}
        count={tales.length}
        words={['tale', 'tales']}
        loading="Loading tales..."
        empty="No tales found"
        failed="Error loading tales"
      >
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Title</th>
              <th scope="col">Category</th>
              <th scope="col">Status</th>
              <th scope="col">
                <span className="visually-hidden">View</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {tales.map((tale) => (
              <TaleRow key={tale.id} tale={tale} />
            ))}
          </tbody>
        </table>
      </ListPanel>
    </StaffFrame>
  );
}

function TaleRow({ tale }: { tale: StaffTale }) {
  const isScheduled = tale.status === 'published' && !tale.isPublic;
  return (
    <tr>
      <td>
        <span className="row-title">
          <span>
            <b>{tale.title}</b>
            <small>{tale.author}</small>
          </span>
        </span>
      </td>
      <td className="when">{tale.category}</td>
      <td>
        <span className={tale.isPublic ? 'badge badge-good' : 'badge badge-amber'}>
          <i />
          {tale.status === 'published' ? 'Published' : 'Draft'}
        </span>
        {isScheduled ? <small className="figures">From {dayOf(tale.publishDate)}</small> : null}
      </td>
      <td className="row-menu">
        {tale.isPublic ? (
          <a className="btn btn-quiet btn-sm" href={urls.tale(tale.slug)} aria-label={`View ${tale.title}`}>
            View
          </a>
        ) : null}
      </td>
    </tr>
  );
}
