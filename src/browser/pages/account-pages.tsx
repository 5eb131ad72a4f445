/** The pages about one's own account. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/account/own.css';
import { ProfilePage } from '#src/features/accounts/settings/pages/profile-page.tsx';
import { SettingsPage } from '#src/features/accounts/settings/pages/settings-page.tsx';
import { rootRoute } from '../root-route.tsx';
import { Guarded } from './guarded.tsx';

export function Profile() {
  return <Guarded>{({ email }) => <ProfilePage key={email} email={email} />}</Guarded>;
}

export function Settings() {
  const { isLetterClosed } = rootRoute.useRouteContext();
  return <Guarded>{({ email }) => <SettingsPage key={email} email={email} isNewsletterClosed={isLetterClosed} />}</Guarded>;
}
