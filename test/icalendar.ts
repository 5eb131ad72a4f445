/** A strict parser of iCalendar files (RFC 5545). Throws an error that names the first violation. */

export type Calendar = { properties: Record<string, string>; events: Record<string, string>[] };

const NAME = /^([A-Z-]+)((?:;[A-Z-]+=(?:[^";:,]+|"[^"]*"))*):(.*)$/su;
const DATE = /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const UTC_TIME = /^\d{8}T([01]\d|2[0-3])[0-5]\d[0-5]\dZ$/;
const TEXTS = new Set(['SUMMARY', 'DESCRIPTION', 'NAME', 'X-WR-CALNAME', 'PRODID']);
const REQUIRED = ['UID', 'DTSTAMP', 'DTSTART', 'SUMMARY'];

/** Returns the properties of the calendar and of each event, unescaped. */
export function parseCalendar(file: string): Calendar {
  const calendar: Calendar = { properties: {}, events: [] };
  const open: string[] = [];
  for (const line of unfold(file)) {
    const [, name = '', parameters = '', value = ''] = NAME.exec(line) ?? fail('an invalid line', line);
    if (name === 'BEGIN') {
      check(value === (open.length === 0 ? 'VCALENDAR' : 'VEVENT') && open.length < 2, 'a misplaced BEGIN', line);
      open.push(value);
      if (value === 'VEVENT') calendar.events.push({});
    } else if (name === 'END') {
      check(open.pop() === value, 'an END without BEGIN', line);
    } else {
      const into = open.length === 2 ? calendar.events.at(-1) : open.length === 1 ? calendar.properties : undefined;
      check(into !== undefined && !(name in into), 'a duplicate or misplaced property', line);
      if (into !== undefined) into[name] = readValue(name, parameters, value, line);
    }
  }
  check(open.length === 0, 'an unclosed component', open.join());
  for (const required of ['VERSION', 'PRODID']) check(required in calendar.properties, 'a missing property', required);
  for (const event of calendar.events) {
    for (const required of REQUIRED) check(required in event, `an event without ${required}`, JSON.stringify(event));
    check((event.DTEND ?? '9') > (event.DTSTART ?? ''), 'an event that ends before it begins', JSON.stringify(event));
  }
  return calendar;
}

/** Unfolds content lines. Each line of the file has at most 75 octets and ends with CRLF. */
function unfold(file: string): string[] {
  check(file.endsWith('\r\n'), 'no CRLF at the end', '');
  const lines = file.slice(0, -2).split('\r\n');
  for (const line of lines) {
    check(Buffer.byteLength(line) <= 75, 'a line over 75 octets', line);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: checks for control characters
    check(!/[\u0000-\u0008\u000a-\u001f\u007f]/.test(line), 'a control character', line);
    check(line.isWellFormed(), 'a split character', line);
  }
  const unfolded: string[] = [];
  for (const line of lines) {
    if (!/^[ \t]/.test(line)) unfolded.push(line);
    else unfolded.push((unfolded.pop() ?? fail('a continuation without a line', line)) + line.slice(1));
  }
  return unfolded;
}

function readValue(name: string, parameters: string, value: string, line: string): string {
  if (TEXTS.has(name)) return readText(value, line);
  if (name === 'DTSTART' || name === 'DTEND') check(parameters === ';VALUE=DATE' && DATE.test(value), 'an invalid date', line);
  if (name === 'DTSTAMP' || name === 'LAST-MODIFIED') check(parameters === '' && UTC_TIME.test(value), 'an invalid UTC time', line);
  if (name === 'URL' || name === 'SOURCE') check(URL.canParse(value) && !/[\s"<>\\^`{|}]/.test(value), 'an invalid URL', line);
  return value;
}

/** Unescapes a text: only backslash, semicolon, comma and line breaks (n) may be escaped. */
function readText(value: string, line: string): string {
  check(/^(?:[^\\;,]|\\[\\;,nN])*$/su.test(value), 'an unescaped text', line);
  return value.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign));
}

function check(holds: boolean, violation: string, line: string): void {
  if (!holds) fail(violation, line);
}

function fail(violation: string, line: string): never {
  throw new Error(`The calendar has ${violation}: ${line}`);
}
