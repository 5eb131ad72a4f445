/** API keys, webhooks and functions. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/catalogue/index.css';
import '#src/ui/styles/keys/index.css';
import { ManageKeysPage } from '#src/features/api-keys/pages/manage-keys-page.tsx';
import { ManageFunctionsPage } from '#src/features/functions/pages/manage-functions-page.tsx';
import { ManageWebhooksPage } from '#src/features/webhooks/pages/manage-webhooks-page.tsx';
import { guarded } from './guarded.tsx';

export const ManageKeys = guarded(ManageKeysPage);
export const ManageFunctions = guarded(ManageFunctionsPage);
export const ManageWebhooks = guarded(ManageWebhooksPage);
