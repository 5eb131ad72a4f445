import { AccountFrame } from '../components/account-frame.tsx';
import { ChoiceSections } from '../components/choice-sections.tsx';
import { DataSection } from '../components/data-section.tsx';
import { DeleteSection } from '../components/delete-section.tsx';
import { DevicesSection } from '../components/devices-section.tsx';
import { EmailSection } from '../components/email-section.tsx';
import { NewsletterSection } from '../components/newsletter-section.tsx';
import { PasskeysSection } from '../components/passkeys-section.tsx';
import { PasswordSection } from '../components/password-section.tsx';
import { SecondFactorSection } from '../components/second-factor-section.tsx';
import { useAccount } from '../components/use-account.ts';

const PLACES = [
  ['reading', 'Reading'],
  ['content', 'Content'],
  ['newsletter', 'Newsletter'],
  ['password', 'Password'],
  ['email', 'E-mail'],
  ['second-factor', 'Second factor'],
  ['passkeys', 'Passkeys'],
  ['devices', 'Devices'],
  ['data', 'Your data'],
  ['delete', 'Delete account'],
] as const;

/** How the site looks to a person, and how that person comes in. */
export function SettingsPage({ email, isNewsletterClosed }: { email: string; isNewsletterClosed: boolean }) {
  const { query, change } = useAccount(email);
  return (
    <AccountFrame title="Settings" lede="How the wood looks to you, and who holds the key." query={query}>
      {(account) => (
        <div className="account-columns">
          <nav className="account-nav" aria-label="Settings">
            <ul>
              {PLACES.map(([id, name]) => (
                <li key={id}>
                  <a href={`#${id}`}>{name}</a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="sheets">
            <ChoiceSections first={account.settings} />
            <NewsletterSection account={account} change={change} isClosed={isNewsletterClosed} />
            <PasswordSection account={account} change={change} />
            <EmailSection account={account} change={change} />
            <SecondFactorSection account={account} change={change} />
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
