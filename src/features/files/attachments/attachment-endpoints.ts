/** The API of files attached to tales and collections. */
import type { Context } from 'hono';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Editor, SessionUser } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint, WithId } from '#src/platform/http/endpoint.ts';
import { etagOf, readIfMatch } from '#src/platform/http/if-match.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { getAttachments, listMemberFiles, setAttachments } from './attachments.ts';
import { AttachmentInput, ManagedAttachments, MemberFiles } from './contract.ts';

const WithUuid = z.strictObject({ id: z.uuid().toLowerCase() });
const WithSlug = z.strictObject({
  slug: z
    .string()
    .max(200)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .describe('Its current slug.'),
});
const ERRORS = { 412: 'The files have changed since they were read' };

/** Endpoints below /admin, for editors. */
export function attachmentEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      ...{ id: 'getTaleFiles', method: 'GET', path: '/tales/{id}/files', summary: 'Get the files of a tale' },
      description: 'All attached files in their order, private ones included. Send the `ETag` back as `If-Match` to change them.',
      ...{ params: WithUuid, response: ManagedAttachments },
      run: async ({ c, params }) => withTag(c, await getAttachments(db, { kind: 'tale', id: params.id })),
    }),
    endpoint({
      ...{ id: 'setTaleFiles', method: 'PUT', path: '/tales/{id}/files', summary: 'Attach files to a tale' },
      description: 'Replaces the whole list. Files in public folders are shown to everyone at once if the tale is published.',
      ...{ params: WithUuid, body: AttachmentInput, response: ManagedAttachments, ifMatch: true, errors: ERRORS },
      run: async ({ c, caller, params, body }) =>
        withTag(c, await setAttachments(db, caller.id, { kind: 'tale', id: params.id }, readIfMatch(c), body)),
    }),
    endpoint({
      ...{ id: 'getCollectionFiles', method: 'GET', path: '/collections/{id}/files', summary: 'Get the files of a collection' },
      description: 'As for tales.',
      ...{ params: WithId, response: ManagedAttachments },
      run: async ({ c, params }) => withTag(c, await getAttachments(db, { kind: 'collection', id: params.id })),
    }),
    endpoint({
      ...{ id: 'setCollectionFiles', method: 'PUT', path: '/collections/{id}/files', summary: 'Attach files to a collection' },
      description: 'Replaces the whole list, as for tales.',
      ...{ params: WithId, body: AttachmentInput, response: ManagedAttachments, ifMatch: true, errors: ERRORS },
      run: async ({ c, caller, params, body }) =>
        withTag(c, await setAttachments(db, caller.id, { kind: 'collection', id: params.id }, readIfMatch(c), body)),
    }),
  ];
}

/** Endpoints for everyone who is logged in. `isPublic`: condition on tales `t`. */
export function memberFileEndpoints({ db, isPublic }: { db: Db; isPublic: RawBuilder<boolean> }): Endpoint<SessionUser>[] {
  return [
    endpoint({
      ...{ id: 'listTaleMemberFiles', method: 'GET', path: '/account/files/tales/{slug}', summary: 'List files of a tale for members' },
      description: 'Files of a published tale that only readers who are logged in may open. Those for everyone are in the tale.',
      ...{ params: WithSlug, response: MemberFiles },
      run: async ({ params }) => ({ files: await listMemberFiles(db, 'tale', params.slug, isPublic) }),
    }),
    endpoint({
      ...{
        id: 'listCollectionMemberFiles',
        method: 'GET',
        path: '/account/files/collections/{slug}',
        summary: 'List files of a collection for members',
      },
      description: 'As for tales.',
      ...{ params: WithSlug, response: MemberFiles },
      run: async ({ params }) => ({ files: await listMemberFiles(db, 'collection', params.slug, isPublic) }),
    }),
  ];
}

function withTag(c: Context<AppEnv>, list: ManagedAttachments): ManagedAttachments {
  c.header('ETag', etagOf(list.tag));
  return list;
}
