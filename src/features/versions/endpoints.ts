/** Former versions, links to previews and the check before publishing, over HTTP: below /api/v1/admin. */
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { SavedAnswer, TaleFields } from '#src/features/manage/contract.ts';
import { getManagedTale, readVersion, setVersion } from '#src/features/manage/manage.ts';
import { readSiteSettings } from '#src/features/site-settings/site-settings.ts';
import { cleanHtml, type Judge } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { urls } from '#src/urls.ts';
import { CheckAnswer, NewPreviewLink, PreviewLinks, RevisionPage, RevisionView } from './contract.ts';
import { listDeadLinks } from './dead-links.ts';
import { listPreviews, makePreview, withdrawPreviews } from './previews.ts';
import { checkTaleToPublish, listPublishProblems, type PublishRules } from './publish-rules.ts';
import { restoreRevision } from './restore-revision.ts';
import { getRevision, listRevisions } from './revisions.ts';

export type VersionDeps = { db: Db; publicUrl: string };

const OfTale = z.strictObject({ id: z.uuid().toLowerCase() });
const Version = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);
const OfVersion = OfTale.extend({ version: Version });
const CheckBody = z.strictObject({ fields: z.strictObject(TaleFields.partial().shape), id: z.uuid().toLowerCase().nullish() });

const NO_TALE = { 404: 'There is no such tale' };

export function versionEndpoints(deps: VersionDeps): Endpoint<Editor>[] {
  return [...revisionEndpoints(deps), ...previewEndpoints(deps), checkEndpoint(deps)];
}

function revisionEndpoints({ db }: VersionDeps): Endpoint<Editor>[] {
  return [
    endpoint({
      method: 'GET',
      path: '/tales/{id}/revisions',
      summary: 'The former versions of a tale, newest first, 50 a page; at most 200 are kept',
      params: OfTale,
      query: z.strictObject({ after: Version.optional() }),
      answer: RevisionPage,
      refusals: NO_TALE,
      run: ({ params, query }) => listRevisions(db, params.id, query.after),
    }),
    endpoint({
      method: 'GET',
      path: '/tales/{id}/revisions/{version}',
      summary: 'One former version with all its fields',
      params: OfVersion,
      answer: RevisionView,
      refusals: { 404: 'This version is not kept' },
      run: ({ params }) => getRevision(db, params.id, params.version),
    }),
    endpoint({
      method: 'POST',
      path: '/tales/{id}/revisions/{version}/restore',
      summary: 'Writes what a tale said in a former version as a new one; address, status and date stay',
      params: OfVersion,
      answer: SavedAnswer,
      headers: { 'If-Match': 'The ETag of the tale as it was read' },
      refusals: {
        404: 'There is no such tale, or the version is not kept',
        409: 'The tale is in the bin',
        412: 'The tale was changed since',
        422: 'Something of that version cannot be written any more, by field',
        428: 'If-Match is missing',
      },
      run: async ({ c, asker, params }) => {
        const saved = await restoreRevision(db, asker, { ...params, base: readVersion(c) });
        setVersion(c, saved.tale.version);
        return saved;
      },
    }),
  ];
}

function previewEndpoints({ db, publicUrl }: VersionDeps): Endpoint<Editor>[] {
  return [
    endpoint({
      method: 'GET',
      path: '/tales/{id}/preview-links',
      summary: 'The links to the preview of a tale that still open it, without their addresses',
      params: OfTale,
      answer: PreviewLinks,
      refusals: NO_TALE,
      run: async ({ params }) => {
        await getManagedTale(db, params.id);
        return { links: await listPreviews(db, params.id) };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/tales/{id}/preview-links',
      summary: 'Makes a link that shows a tale before it is public, for 30 days; its address is told this once',
      params: OfTale,
      answer: NewPreviewLink,
      status: 201,
      refusals: { ...NO_TALE, 409: 'There are too many links already' },
      run: async ({ asker, params }) => {
        const { token, ...made } = await makePreview(db, asker, params.id);
        return { ...made, url: publicUrl + urls.preview(token) };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/tales/{id}/preview-links',
      summary: 'Withdraws all links to the preview of a tale',
      params: OfTale,
      refusals: { 404: 'There is no link' },
      run: async ({ asker, params }) => {
        await withdrawPreviews(db, asker, params.id);
        return undefined;
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/tales/{id}/preview-links/{link}',
      summary: 'Withdraws one link to the preview of a tale',
      params: OfTale.extend({ link: z.uuid().toLowerCase() }),
      refusals: { 404: 'There is no such link' },
      run: async ({ asker, params }) => {
        await withdrawPreviews(db, asker, params.id, params.link);
        return undefined;
      },
    }),
  ];
}

/** What keeps a tale from being published, by the rules of the site. */
export const judgePublication: Judge = async (trx, tale) => listPublishProblems(tale, await readPublishRules(trx));

async function readPublishRules(db: Db): Promise<PublishRules> {
  return { requiresSource: (await readSiteSettings(db)).publish_requires_source };
}

/** What is typed may be wrong in any way: it is judged here, and refused when it is saved. */
function checkEndpoint({ db, publicUrl }: VersionDeps): Endpoint<Editor> {
  return endpoint({
    method: 'POST',
    path: '/publish-check',
    summary: 'Says of the fields of a tale, saved or not, what keeps it from being published and what should be looked at',
    body: CheckBody,
    answer: CheckAnswer,
    run: async ({ body: { fields, id = null } }) => {
      const content = cleanHtml(fields.content ?? '').html;
      const deadLinks = await listDeadLinks(db, content, { publicUrl, id });
      return { items: checkTaleToPublish({ ...fields, content }, deadLinks, await readPublishRules(db)) };
    },
  });
}
