/** Contact messages and static pages. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/catalogue/index.css';
import '#src/ui/styles/inbox/index.css';
import { ManageInboxPage } from '#src/features/contact/pages/manage-inbox-page.tsx';
import { ManagePagesPage } from '#src/features/static-pages/pages/manage-pages-page.tsx';
import { guarded } from './guarded.tsx';

export const ManageInbox = guarded(ManageInboxPage);
export const ManagePages = guarded(ManagePagesPage);
