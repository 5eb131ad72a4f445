import '#src/ui/styles/tale/sheets.css';
import { useRef, useState } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import type { AccountSettings } from '#src/features/accounts/settings-schemas.ts';
import { ACCOUNT_TEXT, EMAIL_PLACEHOLDER, FREQUENCY_LABELS, NEWSLETTER_DISABLED } from '#src/features/newsletter/components/signup-text.ts';
import type { Frequency, Newsletter } from '#src/features/newsletter/contract.ts';
import { Alert } from '#src/ui/alert.tsx';
import { formatLocalDate } from '#src/ui/format.ts';
import { THEMES, type ThemeChoice } from '#src/ui/theme.ts';
import { THEME_NAMES } from '#src/ui/theme-names.ts';
import { toast } from '#src/ui/toast.ts';
import { type SectionProps, SettingsSection } from './account-frame.tsx';
import { applyAccountSettings } from './settings-sync.ts';

type SettingsProps = { settings: AccountSettings; save: (settings: AccountSettings) => void };

/** Reading and content preferences. They share one queue, so that saves cannot overtake each other. */
export function PreferenceSections({ initial }: { initial: AccountSettings }) {
  const { choice: settings, save } = useSavedChoice({
    initial,
    store: (choice) => apiRequest<AccountSettings>('PUT', '/account/settings', choice),
    apply: applyAccountSettings,
  });
  return (
    <>
      <ReadingSection settings={settings} save={save} />
      <ContentSection settings={settings} save={save} />
    </>
  );
}

/** The theme of the pages, as in the reader settings. */
function ReadingSection({ settings, save }: SettingsProps) {
  const choose = (theme: ThemeChoice | null) => save({ ...settings, reading: { ...settings.reading, theme } });
  return (
    <SettingsSection id="reading" title="Reading" lede="The theme of the pages. It applies to all your devices.">
      <fieldset className="theme-choice">
        <legend className="label">Theme</legend>
        {THEMES.map((theme) => (
          <label key={theme} className="swatch" data-theme={theme}>
            <input type="radio" name="theme" checked={settings.reading.theme === theme} onChange={() => choose(theme)} />
            <b aria-hidden="true">Aa</b>
            {THEME_NAMES[theme]}
          </label>
        ))}
        <label className="check theme-own">
          <input type="radio" name="theme" checked={settings.reading.theme === 'auto'} onChange={() => choose('auto')} />
          {THEME_NAMES.auto}
        </label>
        <label className="check theme-own">
          <input type="radio" name="theme" checked={settings.reading.theme === null} onChange={() => choose(null)} />
          Different on each device
        </label>
      </fieldset>
    </SettingsSection>
  );
}

type Age = AccountSettings['hiddenAges'][number];

const AGES: { age: Age; name: string }[] = [
  { age: '3-5', name: 'Ages 3 to 5' },
  { age: '6-8', name: 'Ages 6 to 8' },
  { age: '9-12', name: 'Ages 9 to 12' },
  { age: '13+', name: 'Ages 13 and up' },
];

/** Hides tales for some ages in lists. */
function ContentSection({ settings, save }: SettingsProps) {
  const toggle = (age: Age, isHidden: boolean) =>
    save({
      ...settings,
      hiddenAges: AGES.map((each) => each.age).filter((each) => (each === age ? isHidden : settings.hiddenAges.includes(each))),
    });
  return (
    <SettingsSection
      id="content"
      title="Content"
      lede="Hide tales for these ages in every list. You can still reveal a single tale. The setting stays on this device after you log out."
    >
      <fieldset className="age-choice">
        <legend className="label">Hide tales for</legend>
        {AGES.map(({ age, name }) => (
          <label key={age} className="check">
            <input type="checkbox" checked={settings.hiddenAges.includes(age)} onChange={(event) => toggle(age, event.target.checked)} />
            {name}
          </label>
        ))}
      </fieldset>
    </SettingsSection>
  );
}

const [BEFORE_ADDRESS, AFTER_ADDRESS] = ACCOUNT_TEXT.offer.split(EMAIL_PLACEHOLDER);

/** `changed`: what the user just changed. Only that is sent, because a new frequency is not a new consent. */
type NewsletterSettings = Pick<Newsletter, 'isOn' | 'frequency'> & { changed: { on?: boolean; frequency?: Frequency } };

/** Newsletter subscription and frequency. `isClosed`: nobody can subscribe now, but subscribers can unsubscribe. */
export function NewsletterSection({ account, change, isClosed }: SectionProps & { isClosed: boolean }) {
  const { email, newsletter } = account;
  const { choice, save } = useSavedChoice<NewsletterSettings>({
    initial: { ...newsletter, changed: {} },
    store: async ({ changed }) => {
      const saved = await apiRequest<Newsletter>('PUT', '/account/newsletter', changed);
      change({ newsletter: saved });
      return { ...saved, changed };
    },
  });
  const { isOn, frequency } = choice;
  const subscribe = (on: boolean) => save({ isOn: on, frequency, changed: { on } });
  return (
    <SettingsSection
      id="newsletter"
      title="Newsletter"
      lede={
        <>
          {BEFORE_ADDRESS}
          <strong className="sheet-fact">{email}</strong>
          {AFTER_ADDRESS}
        </>
      }
    >
      {newsletter.stopped === null || isClosed ? null : <DeliveryStopped reason={newsletter.stopped} resume={() => subscribe(true)} />}
      {isClosed && !isOn ? (
        <p className="sheet-note">{NEWSLETTER_DISABLED}</p>
      ) : (
        <label className="check">
          <input type="checkbox" checked={isOn} onChange={(event) => subscribe(event.target.checked)} />
          {ACCOUNT_TEXT.yes}
        </label>
      )}
      {isOn ? (
        <FrequencyChoice frequency={frequency} choose={(chosen) => save({ isOn, frequency: chosen, changed: { frequency: chosen } })} />
      ) : null}
      {isOn && newsletter.since !== null ? <p className="sheet-note">Subscribed since {formatLocalDate(newsletter.since)}.</p> : null}
    </SettingsSection>
  );
}

function FrequencyChoice({ frequency, choose }: { frequency: Frequency; choose: (frequency: Frequency) => void }) {
  return (
    <fieldset className="letter-choice">
      <legend className="label">How often</legend>
      {Object.entries(FREQUENCY_LABELS).map(([value, label]) => (
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

/** Explains why the newsletter is no longer sent to the address. Subscribing again resumes it. */
function DeliveryStopped({ reason, resume }: { reason: NonNullable<Newsletter['stopped']>; resume: () => void }) {
  return (
    <Alert title="The newsletter is not sent to this address" icon="mail">
      {reason === 'bounce'
        ? 'An issue was returned because the mailbox does not exist. If it can receive emails again, subscribe again.'
        : 'An issue was reported as spam, so we stopped sending. If that was a mistake, subscribe again.'}
      <p className="letter-again">
        <button type="button" className="btn btn-line" onClick={resume}>
          Subscribe again
        </button>
      </p>
    </Alert>
  );
}

type SavedChoiceOptions<Choice> = {
  initial: Choice;
  /** Saves a choice on the server, and returns what is stored now. */
  store: (choice: Choice) => Promise<Choice>;
  /** Applies a choice beyond the form, also when it is rolled back. */
  apply?: (choice: Choice) => void;
};

/**
 * Saves a choice immediately, with an optimistic update that is rolled back on errors. Saves run in order, and only the last one
 * of several shows a toast.
 */
function useSavedChoice<Choice>({ initial, store, apply }: SavedChoiceOptions<Choice>): { choice: Choice; save: (choice: Choice) => void } {
  const [shown, setShown] = useState(initial);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef(0);
  const stored = useRef(initial);

  async function send(choice: Choice, number: number): Promise<void> {
    try {
      stored.current = await store(choice);
      if (latest.current !== number) return;
      await toast({ title: 'Settings saved' });
    } catch (error) {
      if (latest.current !== number) return;
      show(stored.current);
      await toast({ title: 'Error', text: error instanceof Error ? error.message : 'An unknown error occurred', wrong: true });
    }
  }

  function show(choice: Choice): void {
    setShown(choice);
    apply?.(choice);
  }

  return {
    choice: shown,
    save: (choice) => {
      latest.current += 1;
      const number = latest.current;
      show(choice);
      queue.current = queue.current.then(() => send(choice, number));
    },
  };
}
