const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The day of an ISO time as the reader's place writes it. */
export function dayOf(iso: string): string {
  return date.format(new Date(iso));
}

/** The same with the time of day. */
export function momentOf(iso: string): string {
  return moment.format(new Date(iso));
}
