import { useEffect, useState } from 'react';
import { shareLeft } from '#src/features/reading/modes/sight.ts';
import { minutesLeftText, readPace } from '#src/features/reading/text/pace.ts';

/** How long the rest of the text will take at the reader's pace, at the end of the line of progress. While one reads, not before or after. */
export function MinutesLeft({ of, words }: { of: string; words: number }) {
  const [text, setText] = useState('');
  useEffect(() => {
    const pace = readPace();
    let frame = 0;
    const draw = () => {
      frame = 0;
      const text = document.getElementById(of);
      const share = text === null ? null : shareLeft(text);
      const left = share === null ? '' : minutesLeftText(words * share, pace);
      setText(left);
      // The line above says it too.
      const line = document.querySelector('.progress');
      if (left === '') line?.removeAttribute('aria-valuetext');
      else line?.setAttribute('aria-valuetext', left);
    };
    const later = () => {
      frame ||= requestAnimationFrame(draw);
    };
    draw();
    // Pages are turned within the text.
    addEventListener('scroll', later, { passive: true, capture: true });
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', later, { capture: true });
      removeEventListener('resize', later);
    };
  }, [of, words]);
  return text === '' ? null : <p className="minutes-left">{text}</p>;
}
