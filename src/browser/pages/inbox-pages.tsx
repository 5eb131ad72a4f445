/** The screens of what readers write, and of the texts behind the footer. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/catalogue/index.css';
import '#src/ui/styles/inbox/index.css';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ManageInboxPage } from '#src/features/contact/pages/manage-inbox-page.tsx';
import { ManagePagesPage } from '#src/features/page-texts/pages/manage-pages-page.tsx';
import { Guarded } from './guarded.tsx';

export function ManageInbox() {
  const props = useDeskPage();
  return <Guarded isForAdmins>{() => <ManageInboxPage {...props} />}</Guarded>;
}

export function ManagePages() {
  const { search } = useDeskPage();
  return <Guarded isForAdmins>{() => <ManagePagesPage search={search} />}</Guarded>;
}

function useDeskPage() {
  const { history } = useRouter();
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, string | undefined> });
  return {
    search,
    show: useCallback((href: string) => history.replace(href), [history]),
    go: useCallback((href: string) => history.push(href), [history]),
  };
}
