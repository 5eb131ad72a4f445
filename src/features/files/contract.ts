/** The file library as editors and readers see it. Times are ISO 8601 in UTC. Browser-safe. */
import { z } from 'zod';
import { ACCESS, MAX_LINK_SECONDS, MIN_LINK_SECONDS } from './limits.ts';

export const FileAccess = z
  .enum(ACCESS)
  .describe('`public`: everyone, `members`: who is logged in, `private`: editors and temporary links.');
export type FileAccess = z.infer<typeof FileAccess>;

export const Folder = z
  .object({
    id: z.uuid(),
    parent_id: z.uuid().nullable(),
    name: z.string(),
    access: FileAccess,
    effective_access: FileAccess.describe('The strictest access of the folder and those that it is in.'),
    version: z.int().describe('The ETag.'),
    entries: z.int().describe('Number of files and folders in it.'),
  })
  .meta({ id: 'Folder', description: 'A folder of the file library.' });
export type Folder = z.infer<typeof Folder>;

export const LibraryFile = z
  .object({
    id: z.uuid(),
    folder_id: z.uuid(),
    name: z.string(),
    media_type: z.string(),
    bytes: z.int(),
    sha256: z.string().describe('Of its bytes, hexadecimal.'),
    pages: z.int().nullable().describe('Pages of a PDF.'),
    access: FileAccess,
    address: z.string().describe('Path of the file; it stays when the file is replaced or moved.'),
    preview: z.string().nullable().describe('Path of the first page of a PDF as WebP.'),
    version: z.int().describe('The ETag.'),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'LibraryFile', description: 'A file of the file library.' });
export type LibraryFile = z.infer<typeof LibraryFile>;

export const FileUse = z
  .object({ kind: z.enum(['tale', 'collection', 'page']), id: z.string(), title: z.string() })
  .meta({ id: 'FileUse', description: 'A tale or collection that a file is attached to, or a tale or static page with a link to it.' });
export type FileUse = z.infer<typeof FileUse>;

/** A file that everyone may open, as pages, feeds and books show it. */
export type PublicFile = {
  id: string;
  name: string;
  mediaType: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** Pages of a PDF, else null. */
  pages: number | null;
  /** Path with the version of the contents: cached without expiry. */
  address: string;
  /** Path of the first page of a PDF as WebP, else null. */
  preview: string | null;
};

export const FolderChoices = z
  .object({ folders: z.array(z.object({ id: z.uuid(), path: z.string().describe('Names from the top, separated by “ / ”.') })) })
  .meta({ id: 'FolderChoices', description: 'All folders, to choose one.' });
export type FolderChoices = z.infer<typeof FolderChoices>;

const name = (max: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => text !== '', 'A name is required')
    .refine((text) => [...text].length <= max, `Must be ${max} characters or fewer`)
    .refine((text) => !/[\p{C}/\\:*?"<>|]/u.test(text) && !text.startsWith('.'), 'Must not start with a dot or contain / \\ : * ? " < > |');

export const FolderName = name(100);
export const FileName = name(200);

export const NewFolder = z
  .strictObject({ name: FolderName, parent_id: z.uuid().nullable().default(null), access: FileAccess.default('private') })
  .meta({ id: 'NewFolder', description: 'A folder to create; without a parent, at the top.' });
export type NewFolder = z.infer<typeof NewFolder>;

export const FolderChange = z
  .strictObject({ name: FolderName.optional(), parent_id: z.uuid().nullable().optional(), access: FileAccess.optional() })
  .meta({ id: 'FolderChange', description: 'Changes of a folder; omitted fields stay unchanged.' });
export type FolderChange = z.infer<typeof FolderChange>;

export const FileChange = z
  .strictObject({ name: FileName.optional(), folder_id: z.uuid().optional() })
  .meta({ id: 'FileChange', description: 'A new name or folder of a file; omitted fields stay unchanged.' });
export type FileChange = z.infer<typeof FileChange>;

export const FILE_ORDERS = ['name', '-name', 'updated', '-updated'] as const;

export const FileListing = z
  .object({
    folder: Folder.nullable().describe('Null at the top, and for a search in all folders.'),
    path: z.array(Folder.pick({ id: true, name: true })).describe('From the top to the folder.'),
    folders: z.array(Folder).describe('Folders in it by name, or those that match the search.'),
    files: z.array(LibraryFile),
    total: z.int().describe('Number of files without limit and offset.'),
  })
  .meta({ id: 'FileListing', description: 'A folder with a page of its files.' });
export type FileListing = z.infer<typeof FileListing>;

export const FileWithUses = LibraryFile.extend({
  path: z.array(Folder.pick({ id: true, name: true })),
  used_in: z.array(FileUse).describe('Where it is attached or linked, at most 100.'),
}).meta({ id: 'FileWithUses', description: 'A file and where it is used.' });
export type FileWithUses = z.infer<typeof FileWithUses>;

export const NewFileLink = z
  .strictObject({
    expires_in: z
      .int()
      .min(MIN_LINK_SECONDS, 'Must be at least 1 minute')
      .max(MAX_LINK_SECONDS, 'Must be at most 30 days')
      .describe('Seconds: from 60 to 2,592,000 (30 days).'),
  })
  .meta({ id: 'NewFileLink', description: 'A temporary link to create.' });

export const FileLink = z
  .object({
    id: z.uuid(),
    created_at: z.string(),
    expires_at: z.string(),
    revoked_at: z.string().nullable(),
    created_by: z.string().nullable().describe('Name of the editor.'),
  })
  .meta({ id: 'FileLink', description: 'A temporary link to a file. Its address is shown once, when it is created.' });
export type FileLink = z.infer<typeof FileLink>;

export const CreatedFileLink = FileLink.extend({ url: z.string() }).meta({
  id: 'CreatedFileLink',
  description: 'A new temporary link with its address.',
});
export type CreatedFileLink = z.infer<typeof CreatedFileLink>;

export const FileUpload = z
  .object({
    id: z.uuid(),
    folder_id: z.uuid(),
    name: z.string(),
    replaces_id: z.uuid().nullable(),
    bytes: z.int(),
    received: z.int(),
    last_modified: z.int().describe('When the file was changed on the device, in milliseconds since 1970; 0 if unknown.'),
  })
  .meta({ id: 'FileUpload', description: 'An unfinished upload.' });
export type FileUpload = z.infer<typeof FileUpload>;
