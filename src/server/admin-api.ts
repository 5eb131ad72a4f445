/** All endpoints below /api/v1/admin, for the routes and for the OpenAPI document. */
import { Hono } from 'hono';
import type { RenderEmail } from '#src/emails/emails.ts';
import type { Editor, Guards, SessionUser } from '#src/features/accounts/accounts.ts';
import { type StatusDeps, statusEndpoints } from '#src/features/admin-status/admin-status.ts';
import { setupEndpoints } from '#src/features/admin-status/setup.ts';
import { userEndpoints } from '#src/features/admin-users/admin-users.ts';
import { invitationEndpoints } from '#src/features/admin-users/invitations.ts';
import { analyticsEndpoints } from '#src/features/analytics/analytics.ts';
import { keyEndpoints } from '#src/features/api-keys/api-keys.ts';
import { auditLogEndpoints } from '#src/features/audit-log/audit-log.ts';
import { authorEndpoints } from '#src/features/authors/admin/author-endpoints.ts';
import { categoryEndpoints } from '#src/features/categories/admin/category-endpoints.ts';
import { classificationEndpoints } from '#src/features/classification/classification.ts';
import { collectionEndpoints } from '#src/features/collections/admin/collection-endpoints.ts';
import { type ContactAddresses, messageEndpoints } from '#src/features/contact/contact.ts';
import { calendarEndpoints } from '#src/features/editorial-calendar/editorial-calendar.ts';
import { failedEmailEndpoints } from '#src/features/email-log/email-log.ts';
import { attachmentEndpoints, memberFileEndpoints } from '#src/features/files/attachments/attachment-endpoints.ts';
import { fileEndpoints, takesLibraryFiles } from '#src/features/files/file-endpoints.ts';
import { type FunctionHost, functionEndpoints } from '#src/features/functions/functions.ts';
import { findNearDuplicates, signatureOf, similarity } from '#src/features/import/dedupe/near-duplicates.ts';
import { type Imports, importBodyTypes, importEndpoints } from '#src/features/import/uploads/uploads.ts';
import { mediaEndpoints, takesPictures } from '#src/features/media/media-endpoints.ts';
import { type IssueDeps, issueEndpoints } from '#src/features/newsletter/newsletter.ts';
import { broadcastEndpoint } from '#src/features/realtime/broadcast-endpoint.ts';
import type { Hub } from '#src/features/realtime/realtime.ts';
import { sharedListEndpoints } from '#src/features/shared-lists/shared-lists.ts';
import { siteSettingsEndpoints } from '#src/features/site-settings/site-settings.ts';
import { pageEndpoints } from '#src/features/static-pages/static-pages.ts';
import { ownSubmissionEndpoints, submissionReviewEndpoints, type TextComparison } from '#src/features/submissions/submissions.ts';
import { reviewEndpoints } from '#src/features/suggestions/suggestions.ts';
import { nightEndpoints } from '#src/features/tale-of-the-day/night-endpoints.ts';
import { draftEndpoints } from '#src/features/tales/admin/drafts/drafts.ts';
import { featuredEndpoints } from '#src/features/tales/admin/featured/featured-endpoints.ts';
import { editedTalesEndpoint, presenceEndpoint } from '#src/features/tales/admin/presence/presence.ts';
import { previewLinkEndpoints } from '#src/features/tales/admin/previews/preview-links.ts';
import { talePreviewEndpoints } from '#src/features/tales/admin/previews/preview-tale.ts';
import { checkPublication, publishCheckEndpoint } from '#src/features/tales/admin/publishing/publish-check.ts';
import { revisionEndpoints } from '#src/features/tales/admin/revisions/revisions.ts';
import { taleEndpoints } from '#src/features/tales/admin/tale-endpoints.ts';
import { isPublic, updateTale } from '#src/features/tales/tales.ts';
import { createSender, webhookEndpoints } from '#src/features/webhooks/webhooks.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpointRoutes } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import type { Log } from '#src/platform/log.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';

export type AdminApiDeps = {
  db: Db;
  publicUrl: string;
  secret: string;
  dataDir: string;
  store: ObjectStore;
  /** Of the file library. */
  fileStore: ObjectStore;
  imports: Imports;
  log: Log;
  hub: Hub;
  identify: Guards['identify'];
  issues: Pick<IssueDeps, 'renderIssue' | 'hasMailServer'>;
  operations: Pick<StatusDeps, 'config' | 'readProcess' | 'findProblems'>;
  renderEmail: RenderEmail;
  contact: ContactAddresses;
  allowPrivateWebhooks: boolean;
  functions: FunctionHost;
};

/** Endpoints for editors, signed in or with an API key. */
export function editorEndpoints(deps: AdminApiDeps): Endpoint<Editor>[] {
  return [
    ...taleEndpoints({ ...deps, publishCheck: checkPublication }),
    ...revisionEndpoints(deps),
    ...previewLinkEndpoints(deps),
    publishCheckEndpoint(deps),
    ...classificationEndpoints(deps),
    ...talePreviewEndpoints(deps),
    ...authorEndpoints(deps),
    ...categoryEndpoints(deps),
    ...collectionEndpoints(deps),
    ...attachmentEndpoints(deps),
    ...featuredEndpoints(deps),
    ...nightEndpoints(deps),
    ...calendarEndpoints({ ...deps, ...deps.issues }),
    ...draftEndpoints(deps),
    ...reviewEndpoints(deps),
    presenceEndpoint(deps),
    ...mediaEndpoints({ ...deps, updateTale }),
    ...fileEndpoints(deps),
    ...importEndpoints(deps),
    ...issueEndpoints({ ...deps, ...deps.issues }),
  ];
}

/** Endpoints for signed-in administrators; API keys are refused. */
export function adminEndpoints(deps: AdminApiDeps): Endpoint<SessionUser>[] {
  return [
    ...keyEndpoints(deps),
    ...webhookEndpoints({ ...deps, send: createSender({ allowPrivate: deps.allowPrivateWebhooks }) }),
    ...functionEndpoints(deps),
    ...analyticsEndpoints(deps),
    ...statusEndpoints({ ...deps, ...deps.operations }),
    ...setupEndpoints({ ...deps, ...deps.operations }),
    ...messageEndpoints({ ...deps, ...deps.issues }),
    ...sharedListEndpoints(deps),
    ...pageEndpoints(deps),
    ...siteSettingsEndpoints(deps),
    ...userEndpoints(deps),
    ...invitationEndpoints({ ...deps, ...deps.issues }),
    ...auditLogEndpoints(deps),
    ...failedEmailEndpoints(deps),
  ];
}

/** Endpoints for signed-in editors; API keys are refused, as only an account can have written a tale itself. */
function sessionEndpoints(deps: AdminApiDeps): Endpoint<SessionUser>[] {
  return [editedTalesEndpoint(deps), ...submissionReviewEndpoints({ ...deps, publishCheck: checkPublication, texts: TEXT_COMPARISON })];
}

/** Both texts are compared in the same language: only their words matter. */
const TEXT_COMPARISON: TextComparison = {
  async findNear(db, text, language) {
    const [near] = await findNearDuplicates(db, [{ ...signatureOf(text, language), bookKey: '' }]);
    return near?.taleId ?? null;
  },
  similarity: (one, other) => similarity(signatureOf(one, '').signature, signatureOf(other, '').signature),
};

/** Options of the same-origin check below /api/v1/admin. */
export const ADMIN_ORIGIN = {
  takesFiles: (path: string) => takesPictures(path) ?? takesLibraryFiles(path) ?? importBodyTypes(path),
  takesKeys: true,
};

/** By who may call them. `session`: editors, but not their API keys; `account`: everyone who is signed in, below /account; `realtime`: editors, below /api/v1/realtime. */
type Parts = Record<'editors' | 'realtime', Endpoint<Editor>[]> & Record<'session' | 'admins' | 'account', Endpoint<SessionUser>[]>;

type Api = { parts: Parts; routes: Hono<AppEnv>; accountRoutes: Hono<AppEnv> };

/** `parts`: every endpoint, for the OpenAPI document. `accountRoutes` are relative to /api/v1, `routes` to /api/v1/admin. */
export function adminApi({ guards, ...rest }: Omit<AdminApiDeps, 'identify'> & { guards: Guards }): Api {
  const deps = { ...rest, identify: guards.identify };
  const parts = {
    editors: editorEndpoints(deps),
    session: sessionEndpoints(deps),
    admins: adminEndpoints(deps),
    realtime: [broadcastEndpoint(deps)],
    account: [...ownSubmissionEndpoints(deps), ...memberFileEndpoints({ ...deps, isPublic })],
  };
  const routes = new Hono<AppEnv>();
  routes.use(sameOrigin(deps.publicUrl, ADMIN_ORIGIN));
  routes.route('/', endpointRoutes(parts.admins, guards.require('manageSite')));
  routes.route('/', endpointRoutes(parts.session, guards.require('editTales')));
  routes.route('/', endpointRoutes(parts.editors, guards.editor));
  const accountRoutes = new Hono<AppEnv>();
  accountRoutes.use('/account/*', sameOrigin(deps.publicUrl));
  accountRoutes.route('/', endpointRoutes(parts.account, guards.person));
  accountRoutes.use('/realtime/*', sameOrigin(deps.publicUrl, ADMIN_ORIGIN));
  accountRoutes.route('/', endpointRoutes(parts.realtime, guards.editor));
  return { parts, routes, accountRoutes };
}
