/** What a person has chosen comes along to each device; what is chosen anywhere on the site becomes the choice everywhere. */
import {
  onReadingChosen,
  readingChosenAt,
  readReadingSettings,
  setReadingSettings,
} from '#src/features/reading/settings/reading-settings.ts';
import { onThemeChosen, setTheme } from '#src/ui/theme.ts';
import { setHiddenAges } from '#src/ui/veil.ts';
import type { AccountSettings } from '../settings/account-forms.ts';
import { send } from './send.ts';

let carried: AccountSettings | null = null;

/** Takes over what the account has; null when nobody is signed in, and the device keeps what it has. */
export function carrySettings(settings: AccountSettings | null): void {
  carried = settings;
  if (settings === null) return;
  if (settings.reading.theme !== null) setTheme(settings.reading.theme);
  setHiddenAges(settings.hiddenAges);
  carryLook(settings.reading.look);
}

/** Of what was chosen here and elsewhere the later counts. */
function carryLook(look: AccountSettings['reading']['look']): void {
  const here = readingChosenAt();
  if (look !== null && look.at > here) {
    const { at, ...settings } = look;
    setReadingSettings(settings, at);
  } else if (here > (look?.at ?? 0)) keepLook();
}

function keepLook(): void {
  if (carried === null) return;
  change({ ...carried.reading, look: { ...readReadingSettings(), at: readingChosenAt() } });
}

onReadingChosen(keepLook);

onThemeChosen((theme) => {
  if (carried === null || carried.reading.theme === null || carried.reading.theme === theme) return;
  change({ ...carried.reading, theme });
});

function change(reading: AccountSettings['reading']): void {
  if (carried === null) return;
  carried = { ...carried, reading };
  // When it fails, this device has it, and the next choice is sent again.
  send('PUT', '/account/settings', carried).catch(() => {});
}
