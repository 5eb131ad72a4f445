/** Static pages and the contact form. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/texts/index.css';
import { ContactPage, ContactSentPage } from '#src/features/contact/pages/contact-page.tsx';
import { StaticPage } from '#src/features/static-pages/pages/static-page.tsx';
import { urls } from '#src/urls.ts';
import { LoadResult, useLoaded, usePlace, useRouterContext } from '../current-page.tsx';
import type { load } from '../loaders.ts';

export function Contact() {
  const { form } = useRouterContext();
  const { tale } = useLoaded<typeof load.contact>().ok;
  const posted = form?.path === urls.contact() ? form : undefined;
  const { list: asked = '' } = usePlace().search;
  const list = asked.startsWith(urls.sharedList()) ? asked : '';
  return <ContactPage tale={tale} list={list} posted={posted} />;
}

export function ContactSent() {
  return <ContactSentPage />;
}

export { Text as About, Text as Accessibility, Text as Privacy, Text as Takedown, Text as Terms };

function Text() {
  return <LoadResult of={useLoaded<typeof load.page>()}>{(page) => <StaticPage key={page.slug} page={page} />}</LoadResult>;
}
