/** Syncs account settings with this device: saved choices are applied here, and choices made here are saved to the account. */
import { apiRequest } from '#src/api-client/api-request.ts';
import { onAccountSettings } from '#src/api-client/current-user.ts';
import type { AccountSettings } from '#src/features/accounts/settings-schemas.ts';
import { isLeftOver, libraryOwner } from '#src/features/reader-library/components/library-owner.ts';
import { setHiddenAges } from '#src/ui/hidden-ages.ts';
import { onReadingSettingsChange, parseReadingSettings, storeReadingSettings } from '#src/ui/reading-settings.ts';
import { onThemeChosen, setTheme } from '#src/ui/theme.ts';

type UnsentSettings = Partial<Pick<AccountSettings['reading'], 'theme' | 'look'>>;

const UNSENT_KEY = 'talewood.unsent';

let applied: AccountSettings | null = null;
/** Chosen on this device and not saved to the account yet: newer than any response. */
let unsent: UnsentSettings = {};
let isSending = false;
/** The account whose changes on other devices are followed. */
let followed: string | undefined;

/** Call before startCurrentUser. */
export function startSettingsSync(): void {
  onAccountSettings((settings, id) => {
    applyAccountSettings(settings as AccountSettings | null);
    if (id !== followed) void follow(id);
  });
  onThemeChosen((theme) => choose({ theme }));
  onReadingSettingsChange((look) => choose({ look }));
}

/** Loaded after hydration, and only when somebody is logged in. */
async function follow(id: string | undefined): Promise<void> {
  followed = id;
  try {
    const { followAccount } = await import('./follow-account.ts');
    followAccount(followed);
  } catch {
    // Offline: repeated when the user is loaded again.
    followed = undefined;
  }
}

/** Applies the settings of the account to this device. With null (nobody signed in) the device stays as it is. */
export function applyAccountSettings(settings: AccountSettings | null): void {
  // Unsent choices of one user must not reach the next.
  if (settings === null && applied !== null) unsent = {};
  applied = settings;
  if (settings === null) return;
  unsent = { ...readUnsentSettings(), ...unsent };
  const { theme, look } = settings.reading;
  if (theme !== null && unsent.theme === undefined) setTheme(theme);
  if (look !== undefined && unsent.look === undefined) storeReadingSettings(parseReadingSettings(JSON.stringify(look)));
  setHiddenAges(settings.hiddenAges);
  void sendChoices();
}

/** Settings that an earlier page could not send, if they belong to the user whose bookshelf is on this device. */
export function readUnsentSettings(): UnsentSettings {
  try {
    const { owner, chosen } = JSON.parse(localStorage.getItem(UNSENT_KEY) ?? '{}') as { owner?: string; chosen?: UnsentSettings };
    return owner !== undefined && owner === libraryOwner() ? { ...chosen } : {};
  } catch {
    return {};
  }
}

/** Stored before it is sent, because the page may be closed first. */
function choose(chosen: UnsentSettings): void {
  // Between two sessions the choice may be anybody's.
  if (isLeftOver()) return;
  unsent = { ...readUnsentSettings(), ...unsent, ...chosen };
  storeUnsentSettings();
  void sendChoices();
}

/** Sends one request at a time. A failed request is repeated at the next choice or response, also by a later page. */
async function sendChoices(): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    while (applied !== null && Object.keys(unsent).length > 0) {
      const chosen = unsent;
      // With `theme` null every device keeps its own theme.
      const theme = applied.reading.theme === null ? null : (chosen.theme ?? applied.reading.theme);
      const settings = { ...applied, reading: { ...applied.reading, ...chosen, theme } };
      if (JSON.stringify(settings) !== JSON.stringify(applied)) await apiRequest('PUT', '/account/settings', settings);
      if (applied !== null) applied = settings;
      if (unsent !== chosen) continue;
      unsent = {};
      storeUnsentSettings();
    }
  } catch {
    // Repeated later, see above.
  } finally {
    isSending = false;
  }
}

function storeUnsentSettings(): void {
  const owner = libraryOwner();
  try {
    // Without a known owner the choice lasts as long as the page.
    if (owner === null) return;
    if (Object.keys(unsent).length === 0) localStorage.removeItem(UNSENT_KEY);
    else localStorage.setItem(UNSENT_KEY, JSON.stringify({ owner, chosen: unsent }));
  } catch {
    // Storage is full or blocked: the choice is sent while the page is open, or not at all.
  }
}
