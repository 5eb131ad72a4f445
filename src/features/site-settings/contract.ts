import { z } from 'zod';

export const SiteSettingsInput = z
  .strictObject({
    publish_requires_source: z.boolean('Must be true or false').describe('Tales are published only with a source and rights.'),
  })
  .meta({ id: 'SiteSettingsInput', description: 'Settings of the site.' });
export type SiteSettingsInput = z.infer<typeof SiteSettingsInput>;

export const SiteSettings = SiteSettingsInput.extend({ tag: z.string() }).meta({
  id: 'SiteSettings',
  description: 'Settings of the site.',
});
export type SiteSettings = z.infer<typeof SiteSettings>;
