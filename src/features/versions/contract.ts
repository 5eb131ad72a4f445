/** Former versions of tales, links to see one before it is public, and what is to be done before it is. Times are ISO in UTC. */
import { z } from 'zod';
import { TaleFields } from '#src/features/manage/contract.ts';

const Time = z.string();
const Editor = z.string().nullable().describe('A name; null for imports, and when the account is gone.');

/** A tale as it stood before a change. `saved_at` and `edited_by` tell when and by whom this version was written. */
export const Revision = z.object({
  version: z.int(),
  saved_at: Time,
  edited_by: Editor,
  title: z.string(),
  status: z.enum(['draft', 'published']),
  words: z.int(),
});
export type Revision = z.infer<typeof Revision>;

export const RevisionPage = z.object({
  revisions: z.array(Revision),
  next: z.string().nullable().describe('Pass it back as `after` for the next page.'),
});
export type RevisionPage = z.infer<typeof RevisionPage>;

export const RevisionView = z.object({ version: z.int(), saved_at: Time, edited_by: Editor, fields: TaleFields });
export type RevisionView = z.infer<typeof RevisionView>;

export const PreviewLink = z.object({ id: z.uuid(), created_at: Time, expires_at: Time, made_by: Editor });
export type PreviewLink = z.infer<typeof PreviewLink>;

export const PreviewLinks = z.object({ links: z.array(PreviewLink) });
export type PreviewLinks = z.infer<typeof PreviewLinks>;

/** The one time that the address of a link is told. */
export const NewPreviewLink = z.object({ id: z.uuid(), url: z.url(), expires_at: Time });
export type NewPreviewLink = z.infer<typeof NewPreviewLink>;

/** Something about a tale that keeps it from being published, or should be looked at. `field` is one of TaleFields. */
export const CheckItem = z.object({ id: z.string(), field: z.string(), level: z.enum(['blocks', 'advice']), text: z.string() });
export type CheckItem = z.infer<typeof CheckItem>;

export const CheckAnswer = z.object({ items: z.array(CheckItem) });
export type CheckAnswer = z.infer<typeof CheckAnswer>;
