import { urls } from '#src/urls.ts';
import { AccountFrame } from '../components/account-frame.tsx';
import { ProfileCard } from '../components/profile-card.tsx';
import { ProfileForm } from '../components/profile-form.tsx';
import { useAccount } from '../components/use-account.ts';

/** Who one is on this site. */
export function ProfilePage({ email }: { email: string }) {
  const { query, change } = useAccount(email);
  return (
    <AccountFrame title="Profile" lede="Your name and picture among the trees." query={query}>
      {(account) => (
        <div className="account-columns is-profile">
          <ProfileCard account={account} />
          <div className="sheets">
            <ProfileForm account={account} change={change} />
            <p className="account-more">
              Password, e-mail, passkeys and what the wood shows you are in{' '}
              <a className="link" href={urls.settings()}>
                Settings
              </a>
              .
            </p>
          </div>
        </div>
      )}
    </AccountFrame>
  );
}
