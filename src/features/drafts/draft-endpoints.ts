import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { Draft, DraftInput, DraftList, SavedDraft } from './contract.ts';
import { deleteDraft, findDraft, listDrafts } from './read-drafts.ts';
import { saveDraft } from './save-draft.ts';

type Asker = { id: string };

const DraftId = z.strictObject({ id: z.uuid() });

/** Drafts: whoever asks meets only their own. */
export function draftEndpoints({ db }: { db: Db }): Endpoint<Asker>[] {
  return [
    endpoint({
      method: 'GET',
      path: '/drafts',
      summary: 'What you have begun to write and not saved, the latest first',
      answer: DraftList,
      run: async ({ asker }: { asker: Asker }) => ({ drafts: await listDrafts(db, asker.id), now: new Date().toISOString() }),
    }),
    endpoint({
      method: 'GET',
      path: '/drafts/{id}',
      summary: 'A draft of yours with its fields, as they were typed',
      params: DraftId,
      answer: Draft,
      refusals: { 404: 'You have no such draft' },
      run: async ({ asker, params }: { asker: Asker; params: z.output<typeof DraftId> }) => {
        const draft = await findDraft(db, asker.id, params.id);
        if (draft === undefined) throw notFound('You have no such draft.', 'unknown_draft');
        return draft;
      },
    }),
    endpoint({
      method: 'PUT',
      path: '/drafts/{id}',
      summary: 'Keeps what has been typed, under an id of your own making; of one tale there is one draft, the latest',
      params: DraftId,
      body: DraftInput,
      answer: SavedDraft,
      refusals: { 409: 'You have too many drafts' },
      run: ({ asker, params, body }: { asker: Asker; params: z.output<typeof DraftId>; body: DraftInput }) =>
        saveDraft(db, asker.id, params.id, body),
    }),
    endpoint({
      method: 'DELETE',
      path: '/drafts/{id}',
      summary: 'Discards a draft of yours; 204 also when there was none',
      params: DraftId,
      run: async ({ asker, params }: { asker: Asker; params: z.output<typeof DraftId> }) => {
        await deleteDraft(db, asker.id, params.id);
        return undefined;
      },
    }),
  ];
}
