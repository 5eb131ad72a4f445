/** The screen on which books are brought in. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/import/index.css';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ManageImportPage } from '#src/features/import-uploads/pages/manage-import-page.tsx';
import type { StaffPageProps } from '#src/features/staff/pages/page-props.ts';
import { Guarded } from './guarded.tsx';

export function ManageImport() {
  const { history } = useRouter();
  const search = useRouterState({ select: ({ location }) => location.search as StaffPageProps['search'] });
  // Files that are on their way stay on it: nobody is asked whether to leave.
  const show = useCallback((href: string) => history.replace(href, undefined, { ignoreBlocker: true }), [history]);
  return <Guarded isForAdmins>{() => <ManageImportPage search={search} show={show} />}</Guarded>;
}
