/** Contact messages, submitted tales, suggested changes and static pages. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/catalogue/index.css';
import '#src/ui/styles/letters.css';
import '#src/ui/styles/inbox/index.css';
import '#src/ui/styles/suggestions/index.css';
import { lazy, Suspense } from 'react';
import { ManageInboxPage } from '#src/features/contact/pages/manage-inbox-page.tsx';
import { ManagePagesPage } from '#src/features/static-pages/pages/manage-pages-page.tsx';
import { ManageSuggestionsPage } from '#src/features/suggestions/pages/manage-suggestions-page.tsx';
import { PageLoading } from '#src/ui/skeleton.tsx';
import { type GuardedPageProps, guarded } from './guarded.tsx';

export const ManageInbox = guarded(ManageInboxPage);
export const ManageSuggestions = guarded(ManageSuggestionsPage);
/** Not loaded with the messages. */
const SubmissionsDesk = lazy(async () => ({ default: (await import('./submissions-desk.tsx')).SubmissionsDesk }));

export const ManageSubmissions = guarded((props: GuardedPageProps) => (
  <Suspense fallback={<PageLoading />}>
    <SubmissionsDesk {...props} />
  </Suspense>
));
export const ManagePages = guarded(ManagePagesPage);
