import '#src/ui/styles/reading/modes.css';
import { useEffect } from 'react';
import { afterPaint } from '#src/ui/after-paint.ts';
import { Icon } from '#src/ui/icon.tsx';
import { leaveFocusMode } from '../focus-mode.ts';
import { isPlain, isSheetOpen } from '../keys.ts';

/** The only thing beside the text in focus mode. Escape does the same. */
export function FocusLeave() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !isPlain(event.target) || isSheetOpen()) return;
      event.preventDefault();
      afterPaint(leaveFocusMode);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <div className="focus-leave">
      <button type="button" onClick={() => afterPaint(leaveFocusMode)}>
        <Icon name="close" />
        Leave focus mode
      </button>
    </div>
  );
}
