/** The image library as editors see it. Times are ISO 8601 in UTC, focal points hundredths of width and height. */
import { z } from 'zod';

const Hundredth = z.int().min(0).max(100);

export const Picture = z
  .object({
    id: z.uuid(),
    address: z.string().describe('URL of its largest version, without a focal point.'),
    name: z.string(),
    alt: z.string(),
    credit: z.string(),
    focal_x: Hundredth.describe('Focal point in hundredths of the width.'),
    focal_y: Hundredth.describe('Focal point in hundredths of the height.'),
    width: z.int(),
    height: z.int(),
    bytes: z.int().describe('Size of the uploaded file.'),
    created_at: z.string(),
    uses: z.int().describe('Number of tales that use it.'),
  })
  .meta({ id: 'Image', description: 'An image of the media library.' });
export type Picture = z.infer<typeof Picture>;

export const PicturePage = z
  .object({
    pictures: z.array(Picture),
    next: z.string().nullable().describe('Pass it back as `after` for the next page.'),
  })
  .meta({ id: 'ImagePage', description: 'One page of images.' });
export type PicturePage = z.infer<typeof PicturePage>;

export const PictureUse = z
  .object({
    tale_id: z.uuid(),
    title: z.string(),
    slug: z.string(),
    is_public: z.boolean(),
    is_in_bin: z.boolean(),
    as_cover: z.boolean(),
    in_text: z.boolean(),
  })
  .meta({ id: 'ImageUse', description: 'A tale that uses an image.' });
export type PictureUse = z.infer<typeof PictureUse>;

export const PictureWithUses = Picture.extend({ used_in: z.array(PictureUse) }).meta({
  id: 'ImageWithUses',
  description: 'An image with the tales that use it, at most 100.',
});
export type PictureWithUses = z.infer<typeof PictureWithUses>;

const line = (max: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').replace(/\s+/gu, ' ').trim())
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'This text contains invalid characters')
    .refine((text) => [...text].length <= max, `Must be ${max.toLocaleString('en')} characters or fewer`);

export const PictureChange = z
  .strictObject({
    name: line(200)
      .refine((text) => text !== '', 'A name is required')
      .optional(),
    alt: line(1000).optional(),
    credit: line(500).optional(),
    focal_x: Hundredth.optional(),
    focal_y: Hundredth.optional(),
  })
  .meta({ id: 'ImageChange', description: 'Changes of an image; omitted fields stay unchanged.' });
export type PictureChange = z.infer<typeof PictureChange>;
