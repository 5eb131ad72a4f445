/** Static pages as readers and administrators see them. Times are ISO date-times in UTC. */
import { z } from 'zod';
import { PAGE_NAMES } from './page-names.ts';

const Name = z.enum(PAGE_NAMES);
const Version = z.int();

export const StaticPageView = z
  .object({ slug: Name, title: z.string(), html: z.string().describe('The text as sanitized HTML.'), changed_at: z.string() })
  .meta({ id: 'Page', description: 'A static page.' });
export type StaticPageView = z.infer<typeof StaticPageView>;

/** Author of the version; null for the default text and for deleted accounts. */
const By = z.string().nullable();

export const PageRow = z
  .object({ id: Name, title: z.string(), version: Version, is_default: z.boolean(), changed_at: z.string(), by: By })
  .meta({ id: 'PageRow', description: 'A static page in the list of editors.' });
export type PageRow = z.infer<typeof PageRow>;
export const PageRows = z.object({ pages: z.array(PageRow) }).meta({ id: 'PageRows', description: 'All static pages.' });
export type PageRows = z.infer<typeof PageRows>;

export const ManagedPage = PageRow.extend({ markdown: z.string() }).meta({
  id: 'ManagedPage',
  description: 'A static page as editors see it.',
});
export type ManagedPage = z.infer<typeof ManagedPage>;
export const SavedPage = ManagedPage.extend({ tidied: z.boolean() }).meta({ id: 'SavedPage', description: 'A static page after saving.' });

export const PageVersion = z
  .object({ version: Version, title: z.string(), is_default: z.boolean(), saved_at: z.string(), by: By })
  .meta({ id: 'PageVersion', description: 'A saved version of a static page.' });
export type PageVersion = z.infer<typeof PageVersion>;
export const PageVersions = z
  .object({ versions: z.array(PageVersion), next: z.string().nullable() })
  .meta({ id: 'PageVersions', description: 'One page of versions.' });
export type PageVersions = z.infer<typeof PageVersions>;
export const PageVersionText = PageVersion.extend({ markdown: z.string(), html: z.string() }).meta({
  id: 'PageVersionText',
  description: 'A version with its text.',
});
export type PageVersionText = z.infer<typeof PageVersionText>;

export const PagePreview = z
  .object({ html: z.string(), tidied: z.boolean() })
  .meta({ id: 'PagePreview', description: 'Rendered Markdown.' });
export type PagePreview = z.infer<typeof PagePreview>;
