import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/import/index.css';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ManageImportPage } from '#src/features/import/uploads/pages/manage-import-page.tsx';
import { guarded } from './guarded.tsx';

export const ManageImport = guarded(function ImportWithoutBlocker({ search }) {
  const { history } = useRouter();
  // Uploads continue on the page, so no confirmation is needed to leave.
  const show = useCallback((href: string) => history.replace(href, undefined, { ignoreBlocker: true }), [history]);
  return <ManageImportPage search={search} show={show} />;
});
