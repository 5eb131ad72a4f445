import { useRef, useState } from 'react';
import { toast } from '#src/ui/toast.ts';
import { carrySettings } from '../../components/carried-settings.ts';
import { send } from '../../components/send.ts';
import type { AccountSettings } from '../account-forms.ts';

/**
 * Saves a choice at once and says so. It shows before the answer; when it cannot be saved it is as before, and that is said.
 * Choices that follow each other quickly are sent in their order, and what is said is said once.
 */
export function useSavedSettings(first: AccountSettings): { settings: AccountSettings; save: (settings: AccountSettings) => void } {
  const [shown, setShown] = useState(first);
  const last = useRef<Promise<void>>(Promise.resolve());
  const wanted = useRef(first);
  const kept = useRef(first);

  async function keep(settings: AccountSettings): Promise<void> {
    try {
      kept.current = await send<AccountSettings>('PUT', '/account/settings', settings);
      if (wanted.current !== settings) return;
      await toast({ title: 'Settings saved' });
    } catch (error) {
      if (wanted.current !== settings) return;
      show(kept.current);
      await toast({ title: 'Error', text: error instanceof Error ? error.message : 'An unknown error occurred', wrong: true });
    }
  }

  function show(settings: AccountSettings): void {
    wanted.current = settings;
    setShown(settings);
    carrySettings(settings);
  }

  return {
    settings: shown,
    save: (settings) => {
      show(settings);
      last.current = last.current.then(() => keep(settings));
    },
  };
}
