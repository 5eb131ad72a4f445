import { THEME_NAMES, THEMES, type ThemeChoice } from '#src/ui/theme.ts';
import type { AccountSettings } from '../account-forms.ts';
import { SettingsSection } from './settings-section.tsx';

/** The colour of the page, the same as in the reader's own settings. */
export function ReadingSection({ settings, save }: { settings: AccountSettings; save: (settings: AccountSettings) => void }) {
  const choose = (theme: ThemeChoice | null) => save({ ...settings, reading: { ...settings.reading, theme } });
  return (
    <SettingsSection id="reading" title="Reading" lede="The colour of the page. What you choose here follows you to every device.">
      <fieldset className="theme-choice">
        <legend className="label">Page</legend>
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
          Each device keeps its own
        </label>
      </fieldset>
    </SettingsSection>
  );
}
