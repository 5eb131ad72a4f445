/** The tales, for those who work on them. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ManageTalesPage } from '#src/features/manage/pages/manage-tales-page.tsx';
import { Guarded } from './guarded.tsx';

export function ManageTales() {
  const { history } = useRouter();
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, string | undefined> });
  const open = useCallback((href: string) => history.push(href), [history]);
  const show = useCallback((href: string) => history.replace(href), [history]);
  return <Guarded isForAdmins>{() => <ManageTalesPage {...{ search, open, show }} />}</Guarded>;
}
