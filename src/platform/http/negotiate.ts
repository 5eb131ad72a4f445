/** What a reader's headers ask for: content encodings with their weights, and entity tags they already hold. */

export type Encoding = 'br' | 'gzip' | 'identity';

const PREFERENCE: readonly Encoding[] = ['br', 'gzip', 'identity'];
const REMEMBERED = 256;
const orders = new Map<string, readonly Encoding[]>();

/** The encodings that a reader takes, the dearest first. Identity is always last resort, even when it is refused. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined || header === '') return ['identity'];
  const known = orders.get(header);
  if (known !== undefined) return known;
  const order = readAccepted(header);
  if (orders.size >= REMEMBERED) orders.clear();
  if (header.length <= 200) orders.set(header, order);
  return order;
}

/** True when the tag of If-None-Match is among those of the page, by weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(header: string, tags: readonly string[]): boolean {
  if (header.trim() === '*') return true;
  const held = header.match(/"[\x21\x23-\x7e\x80-\xff]*"/g) ?? [];
  return held.some((tag) => tags.includes(tag));
}

function readAccepted(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    if (name !== '' && !weights.has(name)) weights.set(name, weightOf(parameters));
  }
  const weight = (encoding: Encoding): number =>
    weights.get(encoding) ??
    (encoding === 'gzip' ? weights.get('x-gzip') : undefined) ??
    weights.get('*') ??
    (encoding === 'identity' ? 0.0001 : 0);
  const taken = PREFERENCE.filter((encoding) => weight(encoding) > 0).sort((a, b) => weight(b) - weight(a));
  return taken.includes('identity') ? taken : [...taken, 'identity'];
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  if (given === undefined) return 1;
  const weight = Number(given.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
