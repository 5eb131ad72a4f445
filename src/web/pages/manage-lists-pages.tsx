/** Users, media, failed emails and audit log. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import { ManageUsersPage } from '#src/features/admin-users/pages/manage-users-page.tsx';
import { ManageLogPage } from '#src/features/audit-log/pages/manage-log-page.tsx';
import { ManageEmailsPage } from '#src/features/email-log/pages/manage-emails-page.tsx';
import { ManageMediaPage } from '#src/features/media/pages/manage-media-page.tsx';
import { guarded } from './guarded.tsx';

export const ManageLog = guarded(ManageLogPage);
export const ManageMails = guarded(ManageEmailsPage);
export const ManageMedia = guarded(ManageMediaPage);
export const ManageUsers = guarded(ManageUsersPage);
