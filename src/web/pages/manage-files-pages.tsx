import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/catalogue/index.css';
import '#src/ui/styles/keys/index.css';
import '#src/ui/styles/files/index.css';
import { ManageFilesPage } from '#src/features/files/pages/manage-files-page.tsx';
import { guarded } from './guarded.tsx';

export const ManageFiles = guarded(ManageFilesPage);
