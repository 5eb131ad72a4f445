/** A tale as readers would see it, made of what stands in a form; and the cover that is drawn for one that readers may not see. */
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { coverSvg } from '#src/features/covers/covers.ts';
import { TaleFields } from '#src/features/manage/contract.ts';
import { TaleView } from '#src/features/tales/contract.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { previewTale } from './preview-tale.ts';

const Cover = z.strictObject({ title: z.string().max(1_000).default(''), category: z.string().max(200).default('') });

/** An SVG opened by itself is a document: it may run nothing and load nothing. */
const SVG = {
  'Content-Type': 'image/svg+xml',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cache-Control': 'private, max-age=3600',
};

export function previewEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      method: 'POST',
      path: '/previews',
      summary: 'A tale as readers would see it, of fields that need be neither saved nor right; its text is cleaned as saving would',
      body: z.strictObject(TaleFields.partial().shape),
      answer: TaleView,
      run: ({ body }) => previewTale(db, body),
    }),
    endpoint({
      method: 'GET',
      path: '/drawn-cover',
      summary: 'The cover that is drawn of a title and a category, as SVG',
      query: Cover,
      gives: 'image/svg+xml',
      run: async ({ c, query }) => c.body(coverSvg({ ...query, format: 'portrait' }), 200, SVG),
    }),
  ];
}
