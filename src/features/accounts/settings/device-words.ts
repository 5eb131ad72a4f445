/** What browser and system a session was opened with, in words. Guessed from what browsers say of themselves, and good for that only. */

export type DeviceWords = { browser: string; system: string };

/** In this order: many claim to be Chrome and Safari as well. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** `{browser: 'Firefox', system: 'Windows'}`; what is unknown is said to be so. */
export function deviceWords(userAgent: string | null): DeviceWords {
  return { browser: find(BROWSERS, userAgent) ?? 'A browser', system: find(SYSTEMS, userAgent) ?? 'an unknown device' };
}

function find(list: [RegExp, string][], userAgent: string | null): string | undefined {
  return list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
}
