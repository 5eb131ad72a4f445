/** Static pages and the contact form. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/texts/index.css';
import { useLoaderData, useRouterState } from '@tanstack/react-router';
import type { AboutTale } from '#src/features/contact/components/contact-form.tsx';
import { ContactPage, ContactSentPage } from '#src/features/contact/pages/contact-page.tsx';
import type { StaticPageView } from '#src/features/static-pages/contract.ts';
import { StaticPage } from '#src/features/static-pages/pages/static-page.tsx';
import { urls } from '#src/urls.ts';
import { type LoadedValue, LoadResult } from '../load-result.tsx';
import { rootRoute } from '../root-route.tsx';

export function Contact() {
  const { form } = rootRoute.useRouteContext();
  const loaded = useLoaderData({ strict: false }) as { ok: { tale: AboutTale } } | undefined;
  const isHere = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname === urls.contact() });
  const posted = form?.path === urls.contact() && isHere ? form : undefined;
  const asked = useRouterState({ select: ({ location }) => (location.search as { list?: string }).list ?? '' });
  const list = asked.startsWith(urls.sharedList()) ? asked : '';
  return <ContactPage tale={loaded?.ok.tale ?? null} list={list} posted={posted} />;
}

export function ContactSent() {
  return <ContactSentPage />;
}

export { Text as About, Text as Accessibility, Text as Privacy, Text as Takedown, Text as Terms };

function Text() {
  const loaded = useLoaderData({ strict: false }) as LoadedValue<StaticPageView> | undefined;
  return loaded === undefined ? null : <LoadResult of={loaded}>{(page) => <StaticPage key={page.slug} page={page} />}</LoadResult>;
}
