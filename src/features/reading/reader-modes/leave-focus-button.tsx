import '#src/ui/styles/reading/modes.css';
import { useEffect } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { afterNextFrame } from '#src/ui/next-frame.ts';
import { isNotTyping, isOverlayOpen } from '../components/keyboard-shortcuts.ts';
import { leaveFocusMode } from './focus-mode.ts';

/** Leaves focus mode, as Escape does. */
export function LeaveFocusButton() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !isNotTyping(event.target) || isOverlayOpen()) return;
      event.preventDefault();
      afterNextFrame(leaveFocusMode);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <div className="focus-leave">
      <button type="button" onClick={() => afterNextFrame(leaveFocusMode)}>
        <Icon name="close" />
        Exit focus mode
      </button>
    </div>
  );
}
