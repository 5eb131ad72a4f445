/** The screens of administrators. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ManageMediaPage } from '#src/features/media/pages/manage-media-page.tsx';
import { ManageLogPage } from '#src/features/staff/pages/manage-log-page.tsx';
import { ManageMailsPage } from '#src/features/staff/pages/manage-mails-page.tsx';
import { ManageUsersPage } from '#src/features/staff/pages/manage-users-page.tsx';
import type { StaffPageProps } from '#src/features/staff/pages/page-props.ts';
import { Guarded } from './guarded.tsx';

export function ManageMedia() {
  const props = useStaffPage();
  return <Guarded isForAdmins>{() => <ManageMediaPage {...props} />}</Guarded>;
}

export function ManageUsers() {
  const props = useStaffPage();
  return <Guarded isForAdmins>{(person) => <ManageUsersPage {...props} person={person} />}</Guarded>;
}

export function ManageLog() {
  return <Guarded isForAdmins>{() => <ManageLogPage />}</Guarded>;
}

export function ManageMails() {
  return <Guarded isForAdmins>{() => <ManageMailsPage />}</Guarded>;
}

function useStaffPage(): StaffPageProps {
  const { history } = useRouter();
  const search = useRouterState({ select: ({ location }) => location.search as StaffPageProps['search'] });
  return { search, show: useCallback((href: string) => history.replace(href), [history]) };
}
