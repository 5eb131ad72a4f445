import { lazy, Suspense, useEffect, useState } from 'react';
import { useGlossarySetting } from './glossary-setting.ts';

const GlossaryHighlights = lazy(async () => ({ default: (await import('./glossary-highlights.tsx')).GlossaryHighlights }));

/** Delay in browsers without requestIdleCallback. */
const LATER_MS = 1_200;

type Props = {
  /** The id of the text. */
  of: string;
  language: string;
  content: string;
  /** The old words that may be in it, packed; undefined if unknown. */
  words?: string | undefined;
};

/**
 * Highlights old words in English texts; see GlossaryHighlights, which is loaded when the page is idle.
 */
export function Glossary({ of, language, content, words }: Props) {
  const isOn = useGlossarySetting();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const rest = () => setIdle(true);
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(rest, LATER_MS);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(rest);
    return () => cancelIdleCallback(handle);
  }, []);
  if (!isOn || !isIdle || words === '' || !(/^en\b/i.test(language) || /\slang="en\b/i.test(content))) return null;
  return (
    <Suspense fallback={null}>
      <GlossaryHighlights of={of} content={content} words={words} />
    </Suspense>
  );
}
