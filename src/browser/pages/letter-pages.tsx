/** The pages about the weekly letter that forms and mails lead to: each reads what it needs of its address, and of what it was drawn with. */
import '#src/ui/styles/account/index.css';
import { useRouterState } from '@tanstack/react-router';
import { NewsletterConfirmPage } from '#src/features/newsletter/pages/newsletter-confirm-page.tsx';
import { NewsletterPreferencesPage } from '#src/features/newsletter/pages/newsletter-preferences-page.tsx';
import { NewsletterSentPage } from '#src/features/newsletter/pages/newsletter-sent-page.tsx';
import { NewsletterUnsubscribePage } from '#src/features/newsletter/pages/newsletter-unsubscribe-page.tsx';
import { NewsletterWelcomePage } from '#src/features/newsletter/pages/newsletter-welcome-page.tsx';
import { rootRoute } from '../root-route.tsx';

export { NewsletterSentPage as NewsletterSent, NewsletterWelcomePage as NewsletterWelcome };

export function NewsletterConfirm() {
  const { drawn, search, isClosed } = useAddress();
  const { token = '', email = '' } = search;
  return <NewsletterConfirmPage posted={drawn} token={token} email={email} isClosed={isClosed} />;
}

export function NewsletterPreferences() {
  const { drawn, search, isClosed } = useAddress();
  return <NewsletterPreferencesPage subscriber={search.key ?? ''} drawn={drawn} isClosed={isClosed} />;
}

export function NewsletterUnsubscribe() {
  const { drawn, search, isClosed } = useAddress();
  return <NewsletterUnsubscribePage subscriber={search.key ?? ''} drawn={drawn} isClosed={isClosed} />;
}

/** What the address says, and what the server drew this page with. */
function useAddress() {
  const { form, isLetterClosed } = rootRoute.useRouteContext();
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname });
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, string> });
  return { drawn: form?.path === path ? form : undefined, search, isClosed: isLetterClosed };
}
