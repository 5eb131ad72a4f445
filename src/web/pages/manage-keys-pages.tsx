import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/keys/index.css';
import { ManageKeysPage } from '#src/features/api-keys/pages/manage-keys-page.tsx';
import { guarded } from './guarded.tsx';

export const ManageKeys = guarded(ManageKeysPage);
