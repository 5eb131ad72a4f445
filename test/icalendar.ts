/** A strict reader of calendar files, as far as RFC 5545 can be held to them line by line. Throws an error that names the first breach. */

export type Calendar = { properties: Record<string, string>; events: Record<string, string>[] };

const NAME = /^([A-Z-]+)((?:;[A-Z-]+=(?:[^";:,]+|"[^"]*"))*):(.*)$/su;
const DAY = /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const MOMENT = /^\d{8}T([01]\d|2[0-3])[0-5]\d[0-5]\dZ$/;
const TEXTS = new Set(['SUMMARY', 'DESCRIPTION', 'NAME', 'X-WR-CALNAME', 'PRODID']);
const ONCE = ['UID', 'DTSTAMP', 'DTSTART', 'SUMMARY'];

/** The properties of the calendar and of each event, with texts as they read. */
export function parseCalendar(file: string): Calendar {
  const calendar: Calendar = { properties: {}, events: [] };
  const open: string[] = [];
  for (const line of unfold(file)) {
    const [, name = '', parameters = '', value = ''] = NAME.exec(line) ?? fail('no property', line);
    if (name === 'BEGIN') {
      demand(value === (open.length === 0 ? 'VCALENDAR' : 'VEVENT') && open.length < 2, 'begins in the wrong place', line);
      open.push(value);
      if (value === 'VEVENT') calendar.events.push({});
    } else if (name === 'END') {
      demand(open.pop() === value, 'ends what is not open', line);
    } else {
      const into = open.length === 2 ? calendar.events.at(-1) : open.length === 1 ? calendar.properties : undefined;
      demand(into !== undefined && !(name in into), 'stands in no component, or comes twice', line);
      if (into !== undefined) into[name] = readValue(name, parameters, value, line);
    }
  }
  demand(open.length === 0, 'is never closed', open.join());
  for (const needed of ['VERSION', 'PRODID']) demand(needed in calendar.properties, 'a calendar without', needed);
  for (const event of calendar.events) {
    for (const needed of ONCE) demand(needed in event, `an event without ${needed}`, JSON.stringify(event));
    demand((event.DTEND ?? '9') > (event.DTSTART ?? ''), 'ends before it begins', JSON.stringify(event));
  }
  return calendar;
}

/** Content lines without their folds; each line of the file has at most 75 octets and ends with CR and LF. */
function unfold(file: string): string[] {
  demand(file.endsWith('\r\n'), 'the last line has no end', '');
  const lines = file.slice(0, -2).split('\r\n');
  for (const line of lines) {
    demand(Buffer.byteLength(line) <= 75, 'longer than 75 octets', line);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be there
    demand(!/[\u0000-\u0008\u000a-\u001f\u007f]/.test(line), 'a control character', line);
    demand(line.isWellFormed(), 'a character that is cut', line);
  }
  const unfolded: string[] = [];
  for (const line of lines) {
    if (!/^[ \t]/.test(line)) unfolded.push(line);
    else unfolded.push((unfolded.pop() ?? fail('nothing to go on with', line)) + line.slice(1));
  }
  return unfolded;
}

function readValue(name: string, parameters: string, value: string, line: string): string {
  if (TEXTS.has(name)) return readText(value, line);
  if (name === 'DTSTART' || name === 'DTEND') demand(parameters === ';VALUE=DATE' && DAY.test(value), 'no day', line);
  if (name === 'DTSTAMP' || name === 'LAST-MODIFIED') demand(parameters === '' && MOMENT.test(value), 'no moment of UTC', line);
  if (name === 'URL' || name === 'SOURCE') demand(URL.canParse(value) && !/[\s"<>\\^`{|}]/.test(value), 'no address', line);
  return value;
}

/** Backslash, semicolon and comma stand behind a backslash, and so does the n of a line break; nothing else does. */
function readText(value: string, line: string): string {
  demand(/^(?:[^\\;,]|\\[\\;,nN])*$/su.test(value), 'a text that is not escaped', line);
  return value.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign));
}

function demand(holds: boolean, breach: string, line: string): void {
  if (!holds) fail(breach, line);
}

function fail(breach: string, line: string): never {
  throw new Error(`The calendar has ${breach}: ${line}`);
}
