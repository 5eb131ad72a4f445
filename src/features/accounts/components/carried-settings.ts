/** What a person has chosen comes along to each device; a colour chosen anywhere on the site becomes the choice everywhere. */
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
}

onThemeChosen((theme) => {
  if (carried === null || carried.reading.theme === null || carried.reading.theme === theme) return;
  carried = { ...carried, reading: { ...carried.reading, theme } };
  // When it fails, this device has it, and the next choice is sent again.
  send('PUT', '/account/settings', carried).catch(() => {});
});
