import { z } from 'zod';
import { DEFAULT_NAME } from '#src/platform/site-name.ts';
import { hasLoneSurrogate, isBlank } from '#src/platform/text.ts';

const MAX_NAME_LENGTH = 40;
/** Control characters, line separators, and bidirectional controls, which would turn the text around the name. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const Name = z
  .string('Must be a text')
  .transform((text) => text.normalize('NFC').trim())
  .superRefine((name, context) => {
    if (CONTROLS.test(name) || hasLoneSurrogate(name)) context.addIssue('Must be a single line without control characters');
    else if (name !== '' && isBlank(name)) context.addIssue('Must contain a visible character');
    else if ([...name].length > MAX_NAME_LENGTH) context.addIssue(`Must be ${MAX_NAME_LENGTH} characters or fewer`);
  })
  .transform((name) => (name === DEFAULT_NAME ? '' : name));

export const SiteSettingsInput = z
  .strictObject({
    publish_requires_source: z.boolean('Must be true or false').describe('Tales are published only with a source and rights.'),
    allows_suggestions: z
      .boolean('Must be true or false')
      .optional()
      .describe('Readers may suggest changes of published tales. Unchanged when missing.'),
    readers_may_submit: z
      .boolean('Must be true or false')
      .optional()
      .describe('Readers may submit tales as contributors do. Unchanged when missing.'),
    name: Name.optional().describe('The name of the site, at most 40 characters; "" for the default, Talewood. Unchanged when missing.'),
  })
  .meta({ id: 'SiteSettingsInput', description: 'Settings of the site.' });
export type SiteSettingsInput = z.infer<typeof SiteSettingsInput>;

export const SiteSettings = z
  .strictObject({
    publish_requires_source: SiteSettingsInput.shape.publish_requires_source,
    allows_suggestions: z.boolean().describe('Readers may suggest changes of published tales.'),
    readers_may_submit: z.boolean().describe('Readers may submit tales as contributors do.'),
    name: z.string().describe('The name of the site; "" for the default, Talewood.'),
    tag: z.string(),
  })
  .meta({ id: 'SiteSettings', description: 'Settings of the site.' });
export type SiteSettings = z.infer<typeof SiteSettings>;
