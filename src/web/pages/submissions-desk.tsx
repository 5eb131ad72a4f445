import '#src/ui/styles/account/index.css';
import '#src/ui/styles/submissions/index.css';

export { ManageSubmissionsPage as SubmissionsDesk } from '#src/features/submissions/pages/manage-submissions-page.tsx';
export { SubmissionsPage } from '#src/features/submissions/pages/submissions-page.tsx';
