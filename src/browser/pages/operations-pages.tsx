/** The screen that says how the site is doing. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
// For what is said of figures that are old.
import '#src/ui/styles/import/index.css';
import '#src/ui/styles/operations/index.css';
import { ManageOperationsPage } from '#src/features/operations/pages/manage-operations-page.tsx';
import { Guarded } from './guarded.tsx';

export function ManageOperations() {
  return <Guarded isForAdmins>{() => <ManageOperationsPage />}</Guarded>;
}
