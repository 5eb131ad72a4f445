/** The desk of the weekly letter. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/catalogue/index.css';
import '#src/ui/styles/newsletter/index.css';
import { ManageNewsletterPage } from '#src/features/newsletter/letters/pages/manage-newsletter-page.tsx';
import { Guarded } from './guarded.tsx';

export function ManageNewsletter() {
  return <Guarded isForAdmins>{() => <ManageNewsletterPage />}</Guarded>;
}
