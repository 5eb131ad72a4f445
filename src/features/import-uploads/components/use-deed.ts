import { useState } from 'react';
import { Refused } from '#src/features/accounts/components/send.ts';

/** What is asked of the server, one thing at a time. Why the last one was not done stands until the next begins. */
export function useDeed() {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function run(name: string, deed: () => Promise<unknown>): Promise<void> {
    if (busy !== null) return;
    setBusy(name);
    setFailure(null);
    try {
      await deed();
    } catch (error) {
      const fields = error instanceof Refused ? Object.values(error.fields).flat() : [];
      setFailure(fields.length > 0 ? fields.join(' ') : error instanceof Error ? error.message : 'An unknown error occurred');
    }
    setBusy(null);
  }

  return { busy, failure, run };
}

export type Deed = ReturnType<typeof useDeed>;
