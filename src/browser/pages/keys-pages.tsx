/** The screen of keys for programs. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/keys/index.css';
import { ManageKeysPage } from '#src/features/api-keys/pages/manage-keys-page.tsx';
import { Guarded } from './guarded.tsx';

export function ManageKeys() {
  return <Guarded isForAdmins>{() => <ManageKeysPage />}</Guarded>;
}
