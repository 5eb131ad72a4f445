/** Newsletter pages that forms and emails link to: pass the URL's parameters and server-rendered form values. */
import '#src/ui/styles/account/index.css';
import { NewsletterPreferencesPage } from '#src/features/newsletter/pages/newsletter-preferences-page.tsx';
import { NewsletterUnsubscribePage } from '#src/features/newsletter/pages/newsletter-unsubscribe-page.tsx';
import { NewsletterConfirmPage, NewsletterSentPage, NewsletterWelcomePage } from '#src/features/newsletter/pages/signup-pages.tsx';
import { useMatch, usePlace, useRouterContext } from '../current-page.tsx';

export { NewsletterSentPage as NewsletterSent, NewsletterWelcomePage as NewsletterWelcome };

export function NewsletterConfirm() {
  const { drawn, search, isDisabled } = useAddress();
  const { token = '', email = '' } = search;
  return <NewsletterConfirmPage posted={drawn} token={token} email={email} isDisabled={isDisabled} />;
}

export function NewsletterPreferences() {
  const { drawn, search, isDisabled } = useAddress();
  return <NewsletterPreferencesPage subscriber={search.key ?? ''} drawn={drawn} isDisabled={isDisabled} />;
}

export function NewsletterUnsubscribe() {
  const { drawn, search, isDisabled } = useAddress();
  return <NewsletterUnsubscribePage subscriber={search.key ?? ''} drawn={drawn} isDisabled={isDisabled} />;
}

/** Parameters of the URL, and form values rendered by the server. */
function useAddress() {
  const { form, site } = useRouterContext();
  const { path } = useMatch();
  const { search } = usePlace();
  return { drawn: form?.path === path ? form : undefined, search, isDisabled: site.isNewsletterDisabled };
}
