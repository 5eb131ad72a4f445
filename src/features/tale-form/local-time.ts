/** ISO times as a field of type datetime-local holds them: in the zone of the editor, to the minute. */

/** `2026-02-10T07:30` for an ISO time; nothing for what is none. */
export function toLocalTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The ISO time in UTC of what such a field holds; nothing for what is no time. */
export function fromLocalTime(local: string): string {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
