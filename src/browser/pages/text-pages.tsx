/** The pages behind the footer: texts, and the form to write to those who run the site. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/texts/index.css';
import { useLoaderData, useRouterState } from '@tanstack/react-router';
import type { AboutTale } from '#src/features/contact/components/contact-form.tsx';
import { ContactPage } from '#src/features/contact/pages/contact-page.tsx';
import { ContactSentPage } from '#src/features/contact/pages/contact-sent-page.tsx';
import type { PageText } from '#src/features/page-texts/contract.ts';
import { TextPage } from '#src/features/page-texts/pages/text-page.tsx';
import { urls } from '#src/urls.ts';
import { rootRoute } from '../root-route.tsx';
import { Settle } from '../settle.tsx';
import type { Settled } from '../settled.ts';

export function Contact() {
  const { form } = rootRoute.useRouteContext();
  const loaded = useLoaderData({ strict: false }) as { ok: { tale: AboutTale } } | undefined;
  const isHere = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname === urls.contact() });
  const posted = form?.path === urls.contact() && isHere ? form : undefined;
  return <ContactPage tale={loaded?.ok.tale ?? null} posted={posted} />;
}

export function ContactSent() {
  return <ContactSentPage />;
}

export function Text() {
  const loaded = useLoaderData({ strict: false }) as Settled<PageText> | undefined;
  return loaded === undefined ? null : <Settle of={loaded}>{(page) => <TextPage key={page.slug} page={page} />}</Settle>;
}
