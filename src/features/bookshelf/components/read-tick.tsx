import { Icon } from '#src/ui/icon.tsx';
import { useIsFinished } from './finished-tales.ts';

/** On the cover of a tale that was read to its end: a tick. It comes from the device after the page, and moves nothing. */
export function ReadTick({ tale }: { tale: string }) {
  if (!useIsFinished(tale)) return null;
  return (
    <span className="read-tick">
      <Icon name="check" />
      <span className="visually-hidden">You have read this tale</span>
    </span>
  );
}
