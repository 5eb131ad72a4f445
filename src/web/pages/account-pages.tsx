/** Pages of the user's own account. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/account/own.css';
import { lazy, Suspense } from 'react';
import { ProfilePage } from '#src/features/account-settings/pages/profile-page.tsx';
import { SettingsPage } from '#src/features/account-settings/pages/settings-page.tsx';
import { useSite } from '#src/ui/site.ts';
import { PageLoading } from '#src/ui/skeleton.tsx';
import { guarded } from './guarded.tsx';

export const Profile = guarded(({ person: { email } }) => <ProfilePage key={email} email={email} />);

export const Settings = guarded(function SettingsWithNewsletter({ person: { email } }) {
  const { isNewsletterDisabled } = useSite();
  return <SettingsPage key={email} email={email} isNewsletterClosed={isNewsletterDisabled} />;
});

/** Not loaded with the settings. */
const SubmissionsPage = lazy(async () => ({ default: (await import('./submissions-desk.tsx')).SubmissionsPage }));

export const Submissions = guarded(({ person: { email }, search: { id = '' }, go }) => (
  <Suspense fallback={<PageLoading />}>
    <SubmissionsPage key={email} email={email} id={id} go={go} />
  </Suspense>
));
