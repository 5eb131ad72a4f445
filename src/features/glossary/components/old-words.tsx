import { lazy, Suspense, useEffect, useState } from 'react';
import { useOldWords } from './old-words-setting.ts';

const DottedWords = lazy(async () => ({ default: (await import('./dotted-words.tsx')).DottedWords }));

/** Where the browser cannot say when it is idle, milliseconds. */
const LATER_MS = 1_200;

type Props = {
  /** The id of the text. */
  of: string;
  language: string;
  content: string;
};

/**
 * Dots the old words of an English text; see DottedWords. The words are fetched when the page has come to rest, so that who has just opened
 * a tale waits for nothing.
 */
export function OldWords({ of, language, content }: Props) {
  const isOn = useOldWords();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const rest = () => setIdle(true);
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(rest, LATER_MS);
      return () => clearTimeout(timer);
    }
    const asked = requestIdleCallback(rest);
    return () => cancelIdleCallback(asked);
  }, []);
  if (!isOn || !isIdle || !(/^en\b/i.test(language) || /\slang="en\b/i.test(content))) return null;
  return (
    <Suspense fallback={null}>
      <DottedWords of={of} content={content} />
    </Suspense>
  );
}
