/** Files attached to tales and collections. The browser imports only the types. */
import { z } from 'zod';
import { lineField, paragraphField } from '#src/platform/fields.ts';
import { FileAccess } from '../contract.ts';

export const MAX_ATTACHED = 20;

export const AttachedKind = z
  .enum(['worksheet', 'colouring-page', 'recording', 'other'], 'Choose a kind')
  .describe('What the file is for.');
export type AttachedKind = z.infer<typeof AttachedKind>;

export const AttachedFile = z
  .object({
    id: z.uuid(),
    kind: AttachedKind,
    label: z.string().describe('What readers see: the label that an editor wrote, or the name of the file without its extension.'),
    description: z.string(),
    name: z.string().describe('Name of the file.'),
    mediaType: z.string(),
    bytes: z.int(),
    pages: z.int().nullable().describe('Pages of a PDF.'),
    address: z.string().describe('Path of the file in its current version.'),
    preview: z.string().nullable().describe('Path of the first page of a PDF as WebP.'),
  })
  .meta({ id: 'AttachedFile', description: 'A file that belongs to a tale or collection, such as a worksheet.' });
export type AttachedFile = z.infer<typeof AttachedFile>;

/** Fields of a tale or collection for readers. */
export const attachedShape = {
  files: z.array(AttachedFile).describe('Attached files that everyone may open, in their order.'),
  memberFiles: z.int().describe('Number of further files for readers who are logged in.'),
};

export const MemberFiles = z
  .object({ files: z.array(AttachedFile) })
  .meta({ id: 'MemberFiles', description: 'Files of a tale or collection for readers who are logged in.' });
export type MemberFiles = z.infer<typeof MemberFiles>;

export const ManagedAttachment = AttachedFile.extend({
  label: z.string().describe('Empty: the name of the file.'),
  access: FileAccess,
}).meta({ id: 'ManagedAttachment', description: 'An attached file as editors see it.' });
export type ManagedAttachment = z.infer<typeof ManagedAttachment>;

export const ManagedAttachments = z
  .object({ files: z.array(ManagedAttachment), tag: z.string().describe('The ETag.') })
  .meta({ id: 'ManagedAttachments', description: 'All files of a tale or collection in their order.' });
export type ManagedAttachments = z.infer<typeof ManagedAttachments>;

export const AttachmentInput = z
  .strictObject({
    files: z
      .array(
        z.strictObject({
          id: z.uuid('Unknown file').toLowerCase(),
          kind: AttachedKind,
          label: lineField(200).default(''),
          description: paragraphField(500).default(''),
        }),
      )
      .max(MAX_ATTACHED, `At most ${MAX_ATTACHED} files`)
      .refine((files) => new Set(files.map(({ id }) => id)).size === files.length, 'Each file may be attached once'),
  })
  .meta({ id: 'AttachmentInput', description: 'All files of a tale or collection in their order.' });
export type AttachmentInput = z.infer<typeof AttachmentInput>;
