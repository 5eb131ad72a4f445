/** Names of the files of Postgres' log: segments (of one size, 16 MB as a rule) and histories of timelines, which a restore begins. */

const SEGMENT = /^[0-9A-F]{24}$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;
/** With what Postgres notes beside a segment at the end of a base. */
const ANY = /^([0-9A-F]{24}(\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)$/;

export function isSegment(name: string): boolean {
  return SEGMENT.test(name);
}

export function isHistory(name: string): boolean {
  return HISTORY.test(name);
}

/** Whether Postgres gives a file of this name to the archive. */
export function isLogFile(name: string): boolean {
  return ANY.test(name);
}

/** The place of a segment in the log, which all timelines share: of two places the later is the greater as a string. */
export function placeOf(segment: string): string {
  return segment.slice(8, 24);
}

/** Which timeline a segment is of. */
export function timelineOf(segment: string): string {
  return segment.slice(0, 8);
}

/** The place after this one; `bytes` is the size of a segment. */
export function placeAfter(place: string, bytes: number): string {
  const each = 2 ** 32 / bytes;
  const next = Number.parseInt(place.slice(0, 8), 16) * each + Number.parseInt(place.slice(8), 16) + 1;
  return hex(Math.floor(next / each)) + hex(next % each);
}

function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(8, '0');
}
