import { AccountFrame, useAccount } from '../components/account-frame.tsx';
import { EmailSection, PasswordSection } from '../components/credential-sections.tsx';
import { DataSection, DeleteSection } from '../components/data-sections.tsx';
import { DevicesSection } from '../components/devices-section.tsx';
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
  ['devices', 'Devices'],
  ['data', 'Your data'],
  ['delete', 'Delete account'],
] as const;

export function SettingsPage({ email, isNewsletterClosed }: { email: string; isNewsletterClosed: boolean }) {
  const { query, change } = useAccount(email);
  return (
    <AccountFrame title="Settings" lede="Appearance, email, password and security" query={query}>
      {(account) => (
        <div className="account-columns">
          <nav className="account-nav" aria-label="Settings">
            <ul>
              {SECTIONS.map(([id, name]) => (
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
            <DevicesSection account={account} change={change} />
            <DataSection />
            <DeleteSection email={account.email} />
          </div>
        </div>
      )}
    </AccountFrame>
  );
}
