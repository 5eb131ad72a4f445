import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/catalogue/index.css';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isOnePanel } from '#src/admin-ui/record-layout.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import { useSetupChecklist } from '#src/features/admin-status/components/setup-checklist.tsx';
import { LinkSuggestions } from '#src/features/editor/components/link-suggestions.ts';
import type { NewsletterOverview } from '#src/features/newsletter/issues/contract.ts';
import { useLinkSuggestions } from '#src/features/search/components/suggestions.ts';
import { ManageTalesPage } from '#src/features/tales/admin/list/manage-tales-page.tsx';
import { NextIssue } from '#src/features/tales/admin/publishing/timing-fields.tsx';
import { can } from '#src/permissions.ts';
import { useRouter } from '../current-page.tsx';
import { guarded } from './guarded.tsx';

export const ManageTales = guarded(function TalesInPlace({ person, search }) {
  const { history } = useRouter();
  // With both panels visible the page scrolls only if the opened tale is out of view.
  const open = useCallback(
    (href: string, isFromList: boolean) => void history.push(href, { keepsScroll: !isOnePanel(), isFromList }),
    [history],
  );
  // Going back restores the scroll position of the list.
  const close = useCallback(
    (href: string) => {
      if (history.place.entry.isFromList) history.back();
      else void history.push(href, { keepsScroll: true });
    },
    [history],
  );
  const show = useCallback((href: string) => void history.replace(href, { keepsScroll: true }), [history]);
  const top = useSetupChecklist(can(person.role, 'manageSite'));
  return (
    <LinkSuggestions value={useLinkSuggestions}>
      <NextIssue value={useNextIssue}>
        <ManageTalesPage {...{ search, open, close, show, top }} />
      </NextIssue>
    </LinkSuggestions>
  );
});

/** Returns when the next issue is sent; null if it is not planned, cannot be sent, or lists what an editor has chosen. */
function useNextIssue(): string | null {
  const { data } = useQuery({
    queryKey: ['staff', '/newsletter'],
    queryFn: () => apiRequest<NewsletterOverview>('GET', '/admin/newsletter'),
    staleTime: 60_000,
    retry: false,
  });
  return data?.has_mail_server && data.schedule.is_on && data.draft?.is_edited !== true ? (data.draft?.send_at ?? data.next_at) : null;
}
