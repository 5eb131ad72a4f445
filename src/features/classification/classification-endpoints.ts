import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { TaleReasons } from './contract.ts';
import { findReasons } from './keep-classification.ts';

/** Why an imported tale stands where it stands. */
export function classificationEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      method: 'GET',
      path: '/tales/{id}/classification',
      summary: 'Why an imported tale has the category, age and content notes it came with; no reasons for a tale that was written here',
      params: z.strictObject({ id: z.uuid().toLowerCase() }),
      answer: TaleReasons,
      refusals: { 404: 'There is no such tale' },
      run: ({ params }) => findReasons(db, params.id),
    }),
  ];
}
