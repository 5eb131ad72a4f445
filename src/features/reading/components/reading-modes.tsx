import { lazy, Suspense, useEffect, useState } from 'react';
import { afterPaint } from '#src/ui/after-paint.ts';
import { enterFocusMode, isInFocusMode, leaveFocusMode, useFocusMode } from '../modes/focus-mode.ts';
import { isLetter, isPlain, isSheetOpen } from '../modes/keys.ts';
import { showShortcuts, useShortcuts } from '../modes/shortcuts.ts';
import { readReadingSettings, showReadingSettings, useReadingSettings } from '../settings/reading-settings.ts';

/** Each is fetched when it is on. */
const PageTurner = lazy(async () => ({ default: (await import('../modes/components/page-turner.tsx')).PageTurner }));
const HoldPlace = lazy(async () => ({ default: (await import('../modes/components/hold-place.tsx')).HoldPlace }));
const FocusLeave = lazy(async () => ({ default: (await import('../modes/components/focus-leave.tsx')).FocusLeave }));
const ReadingRuler = lazy(async () => ({ default: (await import('../modes/components/reading-ruler.tsx')).ReadingRuler }));
const StayAwake = lazy(async () => ({ default: (await import('../modes/components/stay-awake.tsx')).StayAwake }));
const ShortcutList = lazy(async () => ({ default: (await import('../modes/components/shortcut-list.tsx')).ShortcutList }));

/** The ways of reading the text with the id `of`: page by page, with nothing beside it, under a ruler, with the screen on. Stands right below the text. */
export function ReadingModes({ of }: { of: string }) {
  const [{ flow, ruler, awake }] = useReadingSettings();
  const isFocused = useFocusMode();
  const isListed = useShortcuts();
  const isMoved = useMoved();
  useLetters();
  useEffect(() => showReadingSettings(readReadingSettings()), []);
  return (
    <>
      <div className="pages-foot needs-script">
        <Suspense fallback={null}>{flow === 'pages' ? <PageTurner of={of} /> : null}</Suspense>
      </div>
      <Suspense fallback={null}>
        {flow === 'pages' || isMoved ? <HoldPlace of={of} /> : null}
        {isFocused ? <FocusLeave /> : null}
        {ruler ? <ReadingRuler of={of} /> : null}
        {awake ? <StayAwake /> : null}
        {isListed ? <ShortcutList /> : null}
      </Suspense>
      <p className="visually-hidden" role="status">
        {isFocused ? 'Focus mode is on. Escape leaves it.' : ''}
      </p>
    </>
  );
}

/** f and ? where nobody types; and / finds the search box, which is out of sight in focus mode. */
function useLetters(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing || !isPlain(event.target) || isSheetOpen()) return;
      if (isLetter(event, '?')) showShortcuts(true);
      else if (isLetter(event, '/')) isInFocusMode() && leaveFocusMode();
      else if (isLetter(event, 'f') && !event.shiftKey) afterPaint(isInFocusMode() ? leaveFocusMode : enterFocusMode);
    };
    // Before it comes to the search box.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, []);
}

/** Whether anything was scrolled: before that there is no place to be kept. */
function useMoved(): boolean {
  const [isMoved, setMoved] = useState(false);
  useEffect(() => {
    const move = () => setMoved(true);
    addEventListener('scroll', move, { once: true, passive: true, capture: true });
    return () => removeEventListener('scroll', move, { capture: true });
  }, []);
  return isMoved;
}
