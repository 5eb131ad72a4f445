import { useEffect, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';

/** Set on this device when a random tale is asked for, and read by the tale that comes. */
const KEY = 'talewood.random';

/** Remembers that the next tale is a random one. */
export function expectRandomTale(): void {
  try {
    sessionStorage.setItem(KEY, 'yes');
  } catch {
    // Storage may be forbidden: the bar has the same link.
  }
}

/** For whoever came by chance: the way to another one. Pages are the same for everyone, so it appears in the browser alone. */
export function AnotherOne() {
  const [byChance, setByChance] = useState(false);
  useEffect(() => {
    try {
      setByChance(sessionStorage.getItem(KEY) === 'yes');
      sessionStorage.removeItem(KEY);
    } catch {
      // As above.
    }
  }, []);
  if (!byChance) return null;
  return (
    <a className="btn btn-line" href={urls.random()}>
      <Icon name="dice" />
      Another one
    </a>
  );
}
