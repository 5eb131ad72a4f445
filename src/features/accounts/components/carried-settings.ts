/** What a person has chosen comes along to each device; what is chosen anywhere on the site becomes the choice everywhere. */
import { isLeftOver } from '#src/features/bookshelf/components/kept-owner.ts';
import { onReadingChosen, parseReadingSettings, setReadingSettings } from '#src/features/reading/settings/reading-settings.ts';
import { onThemeChosen, setTheme } from '#src/ui/theme.ts';
import { setHiddenAges } from '#src/ui/veil.ts';
import type { AccountSettings } from '../settings/account-forms.ts';
import { send } from './send.ts';
import { readUnsent, type Unsent, writeUnsent } from './unsent-settings.ts';

let carried: AccountSettings | null = null;
/** Chosen here and not yet known to the account: later than what any answer says. */
let unsent: Unsent = {};
let isSending = false;

/** Takes over what the account has; null when nobody is signed in, and the device keeps what it has. */
export function carrySettings(settings: AccountSettings | null): void {
  // What one person chose is not for the next.
  if (settings === null && carried !== null) unsent = {};
  carried = settings;
  if (settings === null) return;
  // What an earlier page could not send.
  unsent = { ...readUnsent(), ...unsent };
  const { theme, look } = settings.reading;
  if (theme !== null && unsent.theme === undefined) setTheme(theme);
  if (look !== undefined && unsent.look === undefined) setReadingSettings(parseReadingSettings(JSON.stringify(look)));
  setHiddenAges(settings.hiddenAges);
  void sendChosen();
}

onThemeChosen((theme) => choose({ theme }));
onReadingChosen((look) => choose({ look }));

/** Noted on the device before it is sent: the page may be closed by then. */
function choose(chosen: Unsent): void {
  // Of a device, until somebody logs in: it may be anybody's choice.
  if (isLeftOver()) return;
  unsent = { ...readUnsent(), ...unsent, ...chosen };
  writeUnsent(unsent);
  void sendChosen();
}

/** One after the other, the newest last. When it fails, this device has it, and it is sent at the next choice or answer, of a later page too. */
async function sendChosen(): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    while (carried !== null && Object.keys(unsent).length > 0) {
      const chosen = unsent;
      // Each device keeps its own colour.
      const theme = carried.reading.theme === null ? null : (chosen.theme ?? carried.reading.theme);
      const settings = { ...carried, reading: { ...carried.reading, ...chosen, theme } };
      if (JSON.stringify(settings) !== JSON.stringify(carried)) await send('PUT', '/account/settings', settings);
      if (carried !== null) carried = settings;
      if (unsent !== chosen) continue;
      unsent = {};
      writeUnsent(unsent);
    }
  } catch {
    // As said above.
  } finally {
    isSending = false;
  }
}
