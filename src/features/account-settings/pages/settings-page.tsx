import { useSite } from '#src/ui/site.ts';
import { AccountFrame, useAccount } from '../components/account-frame.tsx';
import { HasPassword } from '../components/confirm-password-form.tsx';
import { EmailSection, PasswordSection } from '../components/credential-sections.tsx';
import { DataSection, DeleteSection } from '../components/data-sections.tsx';
import { DevicesSection } from '../components/devices-section.tsx';
import { IdentitiesSection } from '../components/identities-section.tsx';
import { PasskeysSection } from '../components/passkeys-section.tsx';
import { NewsletterSection, PreferenceSections } from '../components/preference-sections.tsx';
import { TwoFactorSection } from '../components/two-factor-section.tsx';

const SECTIONS = [
  ['reading', 'Reading'],
  ['content', 'Content'],
  ['newsletter', 'Newsletter'],
  ['password', 'Password'],
  ['email', 'Email'],
  ['second-factor', 'Two-factor authentication'],
  ['passkeys', 'Passkeys'],
  ['identities', 'Linked logins'],
  ['devices', 'Devices'],
  ['data', 'Your data'],
  ['delete', 'Delete account'],
] as const;

export function SettingsPage({ email, isNewsletterClosed }: { email: string; isNewsletterClosed: boolean }) {
  const { query, change } = useAccount(email);
  const { loginProviders = [] } = useSite();
  return (
    <AccountFrame title="Settings" lede="Appearance, email, password and security" query={query}>
      {(account) => {
        const hasIdentities = loginProviders.length > 0 || account.identities.length > 0;
        return (
          <HasPassword value={account.hasPassword}>
            <div className="account-columns">
              <nav className="account-nav" aria-label="Settings">
                <ul>
                  {SECTIONS.filter(([id]) => id !== 'identities' || hasIdentities).map(([id, name]) => (
                    <li key={id}>
                      <a href={`#${id}`}>{name}</a>
                    </li>
                  ))}
                </ul>
              </nav>
              <div className="sheets">
                <PreferenceSections initial={account.settings} />
                <NewsletterSection account={account} change={change} isClosed={isNewsletterClosed} />
                <PasswordSection account={account} change={change} />
                <EmailSection account={account} change={change} />
                <TwoFactorSection account={account} change={change} />
                <PasskeysSection account={account} change={change} />
                {hasIdentities ? <IdentitiesSection account={account} change={change} /> : null}
                <DevicesSection account={account} change={change} />
                <DataSection />
                <DeleteSection email={account.email} />
              </div>
            </div>
          </HasPassword>
        );
      }}
    </AccountFrame>
  );
}
