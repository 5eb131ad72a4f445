/** The tales, for those who work on them. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ManageTalesPage } from '#src/features/manage/pages/manage-tales-page.tsx';
import { Guarded } from './guarded.tsx';

export function ManageTales() {
  const router = useRouter();
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, string | undefined> });
  // The list stays where it is scrolled to; the page itself moves to what was opened where that is out of sight.
  const open = useCallback((href: string) => void router.navigate({ href, resetScroll: false }), [router]);
  const show = useCallback((href: string) => void router.navigate({ href, resetScroll: false, replace: true }), [router]);
  return <Guarded isForAdmins>{() => <ManageTalesPage {...{ search, open, show }} />}</Guarded>;
}
