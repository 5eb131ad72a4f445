import type { AccountSettings } from '../account-forms.ts';
import { SettingsSection } from './settings-section.tsx';

type Age = AccountSettings['hiddenAges'][number];

const AGES: { age: Age; name: string }[] = [
  { age: '3-5', name: 'Ages 3 to 5' },
  { age: '6-8', name: 'Ages 6 to 8' },
  { age: '9-12', name: 'Ages 9 to 12' },
  { age: '13+', name: 'Ages 13 and up' },
];

/** Tales of which ages are veiled. */
export function ContentSection({ settings, save }: { settings: AccountSettings; save: (settings: AccountSettings) => void }) {
  const toggle = (age: Age, isHidden: boolean) =>
    save({
      ...settings,
      hiddenAges: AGES.map((each) => each.age).filter((each) => (each === age ? isHidden : settings.hiddenAges.includes(each))),
    });
  return (
    <SettingsSection
      id="content"
      title="Content"
      lede="Veil tales for these ages in every list. Any one can still be shown, and this device keeps the veil when you log out."
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
