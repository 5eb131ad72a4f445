import { carrySettings } from '../../components/carried-settings.ts';
import { send } from '../../components/send.ts';
import type { AccountSettings } from '../account-forms.ts';
import { ContentSection } from './content-section.tsx';
import { ReadingSection } from './reading-section.tsx';
import { useSavedChoice } from './use-saved-choice.ts';

/** What is saved as soon as it is chosen: one queue, so that no choice overtakes another. */
export function ChoiceSections({ first }: { first: AccountSettings }) {
  const { choice: settings, save } = useSavedChoice({ first, keep: saveSettings, show: carrySettings });
  return (
    <>
      <ReadingSection settings={settings} save={save} />
      <ContentSection settings={settings} save={save} />
    </>
  );
}

function saveSettings(settings: AccountSettings): Promise<AccountSettings> {
  return send<AccountSettings>('PUT', '/account/settings', settings);
}
