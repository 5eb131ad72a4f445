import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
// Styles of the notice about stale data.
import '#src/ui/styles/import/index.css';
import '#src/ui/styles/operations/index.css';
import { ManageStatusPage } from '#src/features/admin-status/pages/manage-status-page.tsx';
import { guarded } from './guarded.tsx';

export const ManageOperations = guarded(ManageStatusPage);
