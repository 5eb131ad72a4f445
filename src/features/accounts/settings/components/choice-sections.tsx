import type { AccountSettings } from '../account-forms.ts';
import { ContentSection } from './content-section.tsx';
import { ReadingSection } from './reading-section.tsx';
import { useSavedSettings } from './use-saved-settings.ts';

/** What is saved as soon as it is chosen: one queue, so that no choice overtakes another. */
export function ChoiceSections({ first }: { first: AccountSettings }) {
  const { settings, save } = useSavedSettings(first);
  return (
    <>
      <ReadingSection settings={settings} save={save} />
      <ContentSection settings={settings} save={save} />
    </>
  );
}
