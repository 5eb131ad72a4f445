import { stringify } from 'yaml';

/** A Markdown file of the library: its fields, those that are empty left out, and its text. */
export function libraryFile(fields: Record<string, unknown>, body: string): string {
  const given = Object.entries(fields).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  const front = stringify(Object.fromEntries(given), { schema: 'core', lineWidth: 0, flowCollectionPadding: false });
  return `---\n${front}---\n\n${body}\n`;
}
