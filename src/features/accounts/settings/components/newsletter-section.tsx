import { ADDRESS_MARK, FREQUENCY_WORDS, NEWSLETTER_WORDS, OPENING_SOON } from '#src/features/newsletter/components/newsletter-words.ts';
import type { Frequency, Newsletter } from '#src/features/newsletter/contract.ts';
import { dayOf } from '#src/ui/when.ts';
import { send } from '../../components/send.ts';
import type { SectionProps } from './section-props.ts';
import { SettingsSection } from './settings-section.tsx';
import { StoppedLetter } from './stopped-letter.tsx';
import { useSavedChoice } from './use-saved-choice.ts';

const [BEFORE, AFTER] = NEWSLETTER_WORDS.offer.split(ADDRESS_MARK);

/** Whether the weekly letter shall come, and how often. `isClosed`: nobody can subscribe; who has may still leave. */
export function NewsletterSection({ account, change, isClosed }: SectionProps & { isClosed: boolean }) {
  const { email, newsletter } = account;
  const { choice, save } = useSavedChoice<Choice>({
    first: { ...newsletter, said: {} },
    keep: async ({ said }) => {
      const kept = await send<Newsletter>('PUT', '/account/newsletter', said);
      change({ newsletter: kept });
      return { ...kept, said };
    },
  });
  const { isOn, frequency } = choice;
  const say = (on: boolean) => save({ isOn: on, frequency, said: { on } });
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
      {newsletter.stopped === null || isClosed ? null : <StoppedLetter reason={newsletter.stopped} again={() => say(true)} />}
      {isClosed && !isOn ? (
        <p className="sheet-note">{OPENING_SOON}</p>
      ) : (
        <label className="check">
          <input type="checkbox" checked={isOn} onChange={(event) => say(event.target.checked)} />
          {NEWSLETTER_WORDS.yes}
        </label>
      )}
      {isOn ? <HowOften frequency={frequency} choose={(chosen) => save({ isOn, frequency: chosen, said: { frequency: chosen } })} /> : null}
      {isOn && newsletter.since !== null ? <p className="sheet-note">You said yes on {dayOf(newsletter.since)}.</p> : null}
    </SettingsSection>
  );
}

/** `said`: what was chosen last. Only that is sent: another frequency is no new yes. */
type Choice = Pick<Newsletter, 'isOn' | 'frequency'> & { said: { on?: boolean; frequency?: Frequency } };

function HowOften({ frequency, choose }: { frequency: Frequency; choose: (frequency: Frequency) => void }) {
  return (
    <fieldset className="letter-choice">
      <legend className="label">How often</legend>
      {Object.entries(FREQUENCY_WORDS).map(([value, label]) => (
        <label key={value} className="check">
          <input
            type="radio"
            name="frequency"
            checked={value === frequency}
            onChange={() => choose(value === 'monthly' ? 'monthly' : 'weekly')}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
