/** The texts behind the footer: as readers see them, and as administrators keep them. Times are ISO date-times in UTC. */
import { z } from 'zod';
import { PAGE_NAMES } from './page-names.ts';

const Name = z.enum(PAGE_NAMES);
const Version = z.int();

/** `html`: clean. `changed_at`: when its words were last changed. */
export const PageText = z.object({ slug: Name, title: z.string(), html: z.string(), changed_at: z.string() });
export type PageText = z.infer<typeof PageText>;

/** Who saved it; null for the text that comes with Talewood, and when the account is gone. */
const By = z.string().nullable();

export const PageRow = z.object({ id: Name, title: z.string(), version: Version, is_default: z.boolean(), changed_at: z.string(), by: By });
export type PageRow = z.infer<typeof PageRow>;
export const PageRows = z.object({ pages: z.array(PageRow) });
export type PageRows = z.infer<typeof PageRows>;

/** `version` is the ETag; 0 is the text that comes with Talewood, which nobody has changed yet. */
export const ManagedPage = PageRow.extend({ markdown: z.string() });
export type ManagedPage = z.infer<typeof ManagedPage>;
/** `tidied`: something was taken out of its HTML. */
export const SavedPage = ManagedPage.extend({ tidied: z.boolean() });

export const PageVersion = z.object({ version: Version, title: z.string(), is_default: z.boolean(), saved_at: z.string(), by: By });
export type PageVersion = z.infer<typeof PageVersion>;
export const PageVersions = z.object({ versions: z.array(PageVersion), next: z.string().nullable() });
export type PageVersions = z.infer<typeof PageVersions>;
export const PageVersionText = PageVersion.extend({ markdown: z.string(), html: z.string() });
export type PageVersionText = z.infer<typeof PageVersionText>;

export const PagePreview = z.object({ html: z.string(), tidied: z.boolean() });
export type PagePreview = z.infer<typeof PagePreview>;
