import { ADDRESS_MARK, NEWSLETTER_WORDS } from '#src/features/newsletter/components/newsletter-words.ts';
import type { Newsletter } from '#src/features/newsletter/contract.ts';
import { dayOf } from '#src/ui/when.ts';
import { send } from '../../components/send.ts';
import type { SectionProps } from './section-props.ts';
import { SettingsSection } from './settings-section.tsx';
import { useSavedChoice } from './use-saved-choice.ts';

const [BEFORE, AFTER] = NEWSLETTER_WORDS.offer.split(ADDRESS_MARK);

/** Whether the weekly letter shall come. */
export function NewsletterSection({ account, change }: SectionProps) {
  const { email, newsletter } = account;
  const { choice: isOn, save } = useSavedChoice({
    first: newsletter.isOn,
    keep: async (on) => {
      const kept = await send<Newsletter>('PUT', '/account/newsletter', { on });
      change({ newsletter: kept });
      return kept.isOn;
    },
  });
  return (
    <SettingsSection
      id="newsletter"
      title="Newsletter"
      lede={
        <>
          {BEFORE}
          <strong className="sheet-fact">{email}</strong>
          {AFTER}
        </>
      }
    >
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={(event) => save(event.target.checked)} />
        {NEWSLETTER_WORDS.yes}
      </label>
      {isOn && newsletter.since !== null ? <p className="sheet-note">You said yes on {dayOf(newsletter.since)}.</p> : null}
    </SettingsSection>
  );
}
