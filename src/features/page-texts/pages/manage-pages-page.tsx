import { Desk } from '#src/features/catalogue/components/desk.tsx';
import { RecordNote } from '#src/features/catalogue/components/record-note.tsx';
import { useRecord } from '#src/features/catalogue/components/use-record.ts';
import { StaffFrame } from '#src/features/staff/components/staff-frame.tsx';
import { dayOf } from '#src/ui/when.ts';
import { urls } from '#src/urls.ts';
import { OpenPage } from '../components/open-page.tsx';
import type { PageRow, PageRows } from '../contract.ts';

/** The texts behind the footer, and the one that is open: by the address `?page=`. */
export function ManagePagesPage({ search }: { search: Record<string, string | undefined> }) {
  const query = useRecord<PageRows>('/pages');
  const { page = '' } = search;
  return (
    <StaffFrame title="Pages" lede="What the site says of itself, at its foot" path={urls.managePages()}>
      <Desk
        title="Pages"
        none="Select a page to change its words"
        list={
          <RecordNote query={query} loading="Loading pages..." gone="The pages are not there.">
            {({ pages }) => (
              <ul className="desk-rows">
                {pages.map((row) => (
                  <li key={row.id}>
                    <PageLine row={row} isOpen={row.id === page} />
                  </li>
                ))}
              </ul>
            )}
          </RecordNote>
        }
        open={page === '' ? null : { key: page, title: 'Page', back: urls.managePages(), body: <OpenPage key={page} name={page} /> }}
      />
    </StaffFrame>
  );
}

function PageLine({ row: { id, title, is_default, changed_at, by }, isOpen }: { row: PageRow; isOpen: boolean }) {
  return (
    <a href={urls.managePages(id)} aria-current={isOpen ? 'true' : undefined}>
      <span>
        <b>
          <bdi>{title}</bdi>
        </b>
        <small>
          {is_default ? 'The text that comes with Talewood' : 'Your own words'}
          {by === null ? null : (
            <>
              , <bdi>{by}</bdi>
            </>
          )}
        </small>
      </span>
      <span className="desk-count figures">{dayOf(changed_at)}</span>
    </a>
  );
}
