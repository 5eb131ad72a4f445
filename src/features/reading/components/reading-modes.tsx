import { lazy, Suspense, useEffect, useState } from 'react';
import { afterNextFrame } from '#src/ui/next-frame.ts';
import { applyReadingSettings, readReadingSettings, useReadingSettings } from '#src/ui/reading-settings.ts';
import { enterFocusMode, isInFocusMode, leaveFocusMode, useFocusMode } from '../reader-modes/focus-mode.ts';
import { isNotTyping, isOverlayOpen, isShortcutKey, setShortcutListOpen, useShortcutListOpen } from './keyboard-shortcuts.ts';

/** Each mode is loaded when it is on. */
const PageTurner = lazy(async () => ({ default: (await import('../reader-modes/page-navigation.tsx')).PageNavigation }));
const HoldPlace = lazy(async () => ({ default: (await import('../reader-modes/preserve-position.ts')).PreservePosition }));
const FocusLeave = lazy(async () => ({ default: (await import('../reader-modes/leave-focus-button.tsx')).LeaveFocusButton }));
const ReadingRuler = lazy(async () => ({ default: (await import('../reader-modes/reading-ruler.tsx')).ReadingRuler }));
const StayAwake = lazy(async () => ({ default: (await import('../reader-modes/wake-lock.ts')).KeepScreenOn }));
const ShortcutList = lazy(async () => ({ default: (await import('../reader-modes/shortcut-list.tsx')).ShortcutList }));

/** Reading modes of the text with the id `of`: paged, focus, ruler, wake lock. Must be rendered right below the text. */
export function ReadingModes({ of }: { of: string }) {
  const [{ flow, ruler, awake }] = useReadingSettings();
  const isFocused = useFocusMode();
  const isListOpen = useShortcutListOpen();
  const hasScrolled = useHasScrolled();
  useShortcutKeys();
  useEffect(() => applyReadingSettings(readReadingSettings()), []);
  return (
    <>
      <div className="pages-foot needs-script">
        <Suspense fallback={null}>{flow === 'pages' ? <PageTurner of={of} /> : null}</Suspense>
      </div>
      <Suspense fallback={null}>
        {flow === 'pages' || hasScrolled ? <HoldPlace of={of} /> : null}
        {isFocused ? <FocusLeave /> : null}
        {ruler ? <ReadingRuler of={of} /> : null}
        {awake ? <StayAwake /> : null}
        {isListOpen ? <ShortcutList /> : null}
      </Suspense>
      <p className="visually-hidden" role="status">
        {isFocused ? 'Focus mode is on. Press Escape to exit.' : ''}
      </p>
    </>
  );
}

/** f: focus mode. ?: list of shortcuts. /: exits focus mode, so that the search box can be focused. */
function useShortcutKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing || !isNotTyping(event.target) || isOverlayOpen()) return;
      if (isShortcutKey(event, '?')) setShortcutListOpen(true);
      else if (isShortcutKey(event, '/')) isInFocusMode() && leaveFocusMode();
      else if (isShortcutKey(event, 'f') && !event.shiftKey) afterNextFrame(isInFocusMode() ? leaveFocusMode : enterFocusMode);
    };
    // Before the handler of the search box.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, []);
}

/** Whether the page was scrolled; before that there is no position to preserve. */
function useHasScrolled(): boolean {
  const [hasScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const move = () => setScrolled(true);
    addEventListener('scroll', move, { once: true, passive: true, capture: true });
    return () => removeEventListener('scroll', move, { capture: true });
  }, []);
  return hasScrolled;
}
