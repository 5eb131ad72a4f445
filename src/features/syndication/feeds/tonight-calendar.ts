/** Tonight's tales as a calendar file (RFC 5545), for programs that subscribe to it. */
import { type DatedNight, nightsFrom } from '#src/features/tonight/tonight.ts';
import { urls } from '#src/urls.ts';

/** Octets of a line without its end. */
const LINE = 75;

/** Each night is an event of a whole day, so that it stands in the calendar wherever one is, and keeps nobody from anything else. */
export function tonightCalendar(nights: readonly DatedNight[], site: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Talewood//Tonight’s tale//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:Tonight’s tale',
    'X-WR-CALNAME:Tonight’s tale',
    `URL:${site}${urls.tonight()}`,
    `SOURCE;VALUE=URI:${site}${urls.tonightCalendar()}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...nights.flatMap((night) => event(night, site)),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function event({ night, tale, chosenAt }: DatedNight, site: string): string[] {
  const page = site + urls.tale(tale.slug);
  const [, after = night] = nightsFrom(night, 2);
  const chosen = chosenAt.toISOString().replace(/[-:]|\.\d+/g, '');
  return [
    'BEGIN:VEVENT',
    `UID:${night}@${new URL(site).hostname}`,
    `DTSTAMP:${chosen}`,
    `LAST-MODIFIED:${chosen}`,
    `DTSTART;VALUE=DATE:${night.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${after.replaceAll('-', '')}`,
    `SUMMARY:${escapeText(`${tale.title} (${tale.aloudTime} min aloud)`)}`,
    `DESCRIPTION:${escapeText(`${tale.excerpt}\n\n${tale.author.name} · ${tale.readTime} min, ${tale.aloudTime} aloud\n${page}`)}`,
    `URL:${page}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** As a value of type TEXT; what such a value cannot hold is left out. */
function escapeText(text: string): string {
  return (
    text
      .replace(/[\\;,]/g, (sign) => `\\${sign}`)
      .replace(/\r\n?|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  );
}

/** A line of at most 75 octets; the rest goes on behind a blank on the next ones. No character is cut. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
