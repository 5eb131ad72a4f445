/** Converts between local times of a time zone and instants, across daylight saving changes. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the instant of a local time on a day (2026-11-22). Ambiguous times: the first; skipped times: later by the skipped time. */
export function toInstant(day: string, hour: number, timeZone: string, minute = 0): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 + minute * 60_000;
  // Offsets before and after a change on that day.
  const offsets = [wall - 86_400_000, wall + 86_400_000].map((ms) => offsetAt(ms, timeZone));
  const moments = offsets.map((offset) => wall - offset).sort((a, b) => a - b);
  const found = moments.find((moment) => moment + offsetAt(moment, timeZone) === wall);
  return new Date(found ?? Math.max(...moments));
}

/** Returns the local day, as 2026-11-22. */
export function localDay(moment: Date, timeZone: string): string {
  return new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone)).toISOString().slice(0, 10);
}

/** Adds days to a day (2026-11-22). */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns 1 (Monday) to 7 (Sunday), ISO 8601. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** Whether the runtime knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the UTC offset in milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year = 0, month = 1, day, hour, minute, second] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((type) =>
    parts.get(type as Intl.DateTimeFormatPartTypes),
  );
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1_000) * 1_000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', { timeZone, hourCycle: 'h23', ...numeric });
  formats.set(timeZone, format);
  return format;
}
