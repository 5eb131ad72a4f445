import { lazy, Suspense, useEffect, useState } from 'react';

/** Fetched when the page has been taken over: nobody waits for it. */
const KeepPlace = lazy(async () => ({ default: (await import('./keep-place.tsx')).KeepPlace }));

/** Keeps the reader's place in a tale; see KeepPlace. On the server, and at first, it is nothing. */
export function ReadingPlace({ tale, of }: { tale: string; of: string }) {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  if (!isAlive) return null;
  return (
    <Suspense fallback={null}>
      <KeepPlace tale={tale} of={of} />
    </Suspense>
  );
}
