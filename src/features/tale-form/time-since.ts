const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** `12 seconds ago`, `3 minutes ago`, `2 hours ago`; `just now` for less than five seconds, also when clocks disagree. */
export function timeSince(then: number, now: number): string {
  const passed = now - then;
  if (passed < 5_000) return 'just now';
  if (passed < MINUTE) return `${Math.floor(passed / 1000)} seconds ago`;
  if (passed < HOUR) return times(passed / MINUTE, 'minute');
  return times(passed / HOUR, 'hour');
}

function times(count: number, unit: string): string {
  const whole = Math.floor(count);
  return `${whole} ${whole === 1 ? unit : `${unit}s`} ago`;
}
