import { urls } from '#src/urls.ts';
import { SettingsSection } from './settings-section.tsx';

/** A copy of everything, to take along. */
export function DataSection() {
  return (
    <SettingsSection
      id="data"
      title="Your data"
      lede="Everything we keep about you, as one file (JSON): your profile, settings, newsletter, devices, favorites, shelves, reading places and the mails we sent you."
    >
      <div className="sheet-end">
        <a className="btn btn-line" href={urls.api('/account/export')} download>
          Download my data
        </a>
      </div>
    </SettingsSection>
  );
}
