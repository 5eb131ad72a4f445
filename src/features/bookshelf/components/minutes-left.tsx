import { useEffect, useState } from 'react';
import { minutesLeftText, readPace } from '#src/features/reading/text/pace.ts';
import { TOP } from '#src/features/reading/text/place-in-sight.ts';

/** How long the rest of the text will take at the reader's pace, at the end of the line of progress. While one reads, not before or after. */
export function MinutesLeft({ of, words }: { of: string; words: number }) {
  const [text, setText] = useState('');
  useEffect(() => {
    const pace = readPace();
    let frame = 0;
    const draw = () => {
      frame = 0;
      const box = document.getElementById(of)?.getBoundingClientRect();
      if (box === undefined) return;
      const share = Math.min(1, Math.max(0, (box.bottom - TOP) / Math.max(1, box.height)));
      setText(box.top < TOP && box.bottom > window.innerHeight ? minutesLeftText(words * share, pace) : '');
    };
    const later = () => {
      frame ||= requestAnimationFrame(draw);
    };
    draw();
    addEventListener('scroll', later, { passive: true });
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', later);
      removeEventListener('resize', later);
    };
  }, [of, words]);
  return text === '' ? null : <p className="minutes-left">{text}</p>;
}
