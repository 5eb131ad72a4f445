import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/import/index.css';
import { useCallback } from 'react';
import { ManageImportPage } from '#src/features/import/uploads/pages/manage-import-page.tsx';
import { useRouter } from '../current-page.tsx';
import { guarded } from './guarded.tsx';

export const ManageImport = guarded(function ImportWithoutBlocker({ search }) {
  const { history } = useRouter();
  // Uploads continue on the page, so no confirmation is needed to leave.
  const show = useCallback((href: string) => void history.replace(href, { ignoresBlockers: true }), [history]);
  return <ManageImportPage search={search} show={show} />;
});
