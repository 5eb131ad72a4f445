/** An unsent suggestion on this device, so that it survives a reload, a crash and the end of the session. */
import { hashEmail } from '#src/api-client/account-header.ts';
import { getCurrentUser } from '#src/api-client/current-user.ts';
import type { SuggestedText } from '../changes.ts';
import type { SuggestionBase } from '../contract.ts';

/** `base`: the text that was changed, which the tale may not have any more. */
export type SuggestionDraft = { base: SuggestionBase; text: SuggestedText; reason: string };

/** Per account, so that other accounts on this device do not see the draft. Known to the dialog that logs out. */
const keyOf = (tale: string) => `talewood.suggestion.${hashEmail(getCurrentUser()?.email ?? '')}.${tale}`;

/** Returns false if storage is full or blocked. */
export function storeSuggestionDraft(draft: SuggestionDraft): boolean {
  try {
    localStorage.setItem(keyOf(draft.base.tale), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function readSuggestionDraft(tale: string): SuggestionDraft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(tale)) ?? 'null') as SuggestionDraft | null;
    return draft?.base.tale === tale && typeof draft.text.content === 'string' ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function removeSuggestionDraft(tale: string): void {
  try {
    localStorage.removeItem(keyOf(tale));
  } catch {
    // Storage is blocked: nothing is stored.
  }
}
