import { useEffect } from 'react';
import { countReading } from './count-reading.ts';

/** Seconds in sight after which a tale was not opened by mistake. */
const SECONDS = 5;

/** Counts a tale as read when its page has been in sight for five seconds, or is scrolled before. */
export function useCountedRead(tale: string): void {
  useEffect(() => {
    let seen = 0;
    const end = () => {
      clearInterval(timer);
      removeEventListener('scroll', read);
    };
    const read = () => {
      end();
      countReading('read', tale);
    };
    const timer = setInterval(() => {
      if (!document.hidden && ++seen === SECONDS) read();
    }, 1_000);
    addEventListener('scroll', read, { passive: true });
    return end;
  }, [tale]);
}
