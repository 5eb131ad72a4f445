import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { LinkSuggestions } from '#src/features/editor/components/link-suggestions.ts';
import { useLinkSuggestions } from '#src/features/search/components/suggestions.ts';
import { ManageTalesPage } from '#src/features/tales/admin/list/manage-tales-page.tsx';
import { guarded } from './guarded.tsx';

export const ManageTales = guarded(function TalesInPlace({ search }) {
  const router = useRouter();
  // The list keeps its scroll position; the page scrolls only if the opened tale is out of view.
  const open = useCallback((href: string) => void router.navigate({ href, resetScroll: false }), [router]);
  const show = useCallback((href: string) => void router.navigate({ href, resetScroll: false, replace: true }), [router]);
  return (
    <LinkSuggestions value={useLinkSuggestions}>
      <ManageTalesPage {...{ search, open, show }} />
    </LinkSuggestions>
  );
});
