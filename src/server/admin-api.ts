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
import { failedEmailEndpoints } from '#src/features/email-log/email-log.ts';
import { type Imports, importBodyTypes, importEndpoints } from '#src/features/import/uploads/uploads.ts';
import { mediaEndpoints, takesPictures } from '#src/features/media/media-endpoints.ts';
import { type IssueDeps, issueEndpoints } from '#src/features/newsletter/newsletter.ts';
import { sharedListEndpoints } from '#src/features/shared-lists/shared-lists.ts';
import { siteSettingsEndpoints } from '#src/features/site-settings/site-settings.ts';
import { pageEndpoints } from '#src/features/static-pages/static-pages.ts';
import { nightEndpoints } from '#src/features/tale-of-the-day/night-endpoints.ts';
import { draftEndpoints } from '#src/features/tales/admin/drafts/drafts.ts';
import { featuredEndpoints } from '#src/features/tales/admin/featured/featured-endpoints.ts';
import { editedTalesEndpoint, type Presence, presenceEndpoint } from '#src/features/tales/admin/presence/presence.ts';
import { previewLinkEndpoints } from '#src/features/tales/admin/previews/preview-links.ts';
import { talePreviewEndpoints } from '#src/features/tales/admin/previews/preview-tale.ts';
import { checkPublication, publishCheckEndpoint } from '#src/features/tales/admin/publishing/publish-check.ts';
import { revisionEndpoints } from '#src/features/tales/admin/revisions/revisions.ts';
import { taleEndpoints } from '#src/features/tales/admin/tale-endpoints.ts';
import { updateTale } from '#src/features/tales/tales.ts';
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
  imports: Imports;
  log: Log;
  presence: Presence;
  stays: Guards['stays'];
  issues: Pick<IssueDeps, 'renderIssue' | 'hasMailServer'>;
  operations: Pick<StatusDeps, 'config' | 'readProcess' | 'findProblems'>;
  renderEmail: RenderEmail;
  contact: ContactAddresses;
};

/** Endpoints that API keys may call. */
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
    ...featuredEndpoints(deps),
    ...nightEndpoints(deps),
    ...draftEndpoints(deps),
    presenceEndpoint(deps),
    ...mediaEndpoints({ ...deps, updateTale }),
    ...importEndpoints(deps),
    ...issueEndpoints({ ...deps, ...deps.issues }),
  ];
}

/** Endpoints that need a signed-in administrator and refuse API keys. */
export function adminEndpoints(deps: AdminApiDeps): Endpoint<SessionUser>[] {
  return [
    editedTalesEndpoint(deps),
    ...keyEndpoints(deps),
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

/** Options of the same-origin check below /api/v1/admin. */
export const ADMIN_ORIGIN = { takesFiles: (path: string) => takesPictures(path) ?? importBodyTypes(path), takesKeys: true };

type Parts = { editors: Endpoint<Editor>[]; people: Endpoint<SessionUser>[] };

/** `parts`: every endpoint, for the OpenAPI document. */
export function adminApi({ guards, ...rest }: Omit<AdminApiDeps, 'stays'> & { guards: Guards }): { parts: Parts; routes: Hono<AppEnv> } {
  const deps = { ...rest, stays: guards.stays };
  const parts = { editors: editorEndpoints(deps), people: adminEndpoints(deps) };
  const routes = new Hono<AppEnv>();
  routes.use(sameOrigin(deps.publicUrl, ADMIN_ORIGIN));
  routes.route('/', endpointRoutes(parts.people, guards.admin));
  routes.route('/', endpointRoutes(parts.editors, guards.editor));
  return { parts, routes };
}
