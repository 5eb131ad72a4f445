/** The library of pictures as editors see it. Times are ISO in UTC, focal points hundredths of width and height. */
import { z } from 'zod';
import { After, Words } from '#src/features/staff/contract.ts';

const Hundredth = z.int().min(0).max(100);

export const Picture = z.object({
  id: z.uuid(),
  /** Of its largest form, without a focal point. */
  address: z.string(),
  name: z.string(),
  alt: z.string(),
  credit: z.string(),
  focal_x: Hundredth,
  focal_y: Hundredth,
  width: z.int(),
  height: z.int(),
  /** Of the file that was sent. */
  bytes: z.int(),
  created_at: z.string(),
  /** In how many tales it is. */
  uses: z.int(),
});
export type Picture = z.infer<typeof Picture>;

export const PicturePage = z.object({
  pictures: z.array(Picture),
  next: z.string().nullable().describe('Pass it back as `after` for the next page.'),
});
export type PicturePage = z.infer<typeof PicturePage>;

/** A tale that shows a picture: as its cover, in its text, or both. */
export const PictureUse = z.object({
  tale_id: z.uuid(),
  title: z.string(),
  slug: z.string(),
  is_public: z.boolean(),
  is_in_bin: z.boolean(),
  as_cover: z.boolean(),
  in_text: z.boolean(),
});
export type PictureUse = z.infer<typeof PictureUse>;

/** A picture with the first hundred tales it is in. */
export const PictureWithUses = Picture.extend({ used_in: z.array(PictureUse) });
export type PictureWithUses = z.infer<typeof PictureWithUses>;

export const PictureQuery = z.strictObject({ q: Words, after: After });
export type PictureQuery = z.infer<typeof PictureQuery>;

const line = (most: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').replace(/\s+/gu, ' ').trim())
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'This text has characters that cannot be stored')
    .refine((text) => [...text].length <= most, `At most ${most.toLocaleString('en')} characters`);

export const PictureChange = z.strictObject({
  name: line(200)
    .refine((text) => text !== '', 'A name is required')
    .optional(),
  alt: line(1000).optional(),
  credit: line(500).optional(),
  focal_x: Hundredth.optional(),
  focal_y: Hundredth.optional(),
});
export type PictureChange = z.infer<typeof PictureChange>;
