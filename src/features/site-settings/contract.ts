import { z } from 'zod';

export const SiteSettingsInput = z.strictObject({
  publish_requires_source: z.boolean('Choose yes or no').describe('Tales are published only with a source and rights.'),
});
export type SiteSettingsInput = z.infer<typeof SiteSettingsInput>;

/** `tag`: what an If-Match names. */
export const SiteSettings = SiteSettingsInput.extend({ tag: z.string() });
export type SiteSettings = z.infer<typeof SiteSettings>;
