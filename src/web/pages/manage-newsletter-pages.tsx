import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/catalogue/index.css';
import '#src/ui/styles/newsletter/index.css';
import { ManageNewsletterPage } from '#src/features/newsletter/issues/pages/manage-newsletter-page.tsx';
import { guarded } from './guarded.tsx';

export const ManageNewsletter = guarded(ManageNewsletterPage);
