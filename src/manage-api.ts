/** The API of those who work on the collection, below /api/v1/admin: every endpoint of it, for the routes and for the description. */
import { Hono } from 'hono';
import type { Editor, Guards, Person } from '#src/features/accounts/accounts.ts';
import { keyEndpoints } from '#src/features/api-keys/api-keys.ts';
import { catalogueEndpoints } from '#src/features/catalogue/catalogue.ts';
import { classificationEndpoints } from '#src/features/classification/classification.ts';
import { draftEndpoints, type Presence, presenceEndpoint } from '#src/features/drafts/drafts.ts';
import { taleEndpoints } from '#src/features/manage/manage.ts';
import { mediaEndpoints, takesPictures } from '#src/features/media/media-endpoints.ts';
import { previewEndpoints } from '#src/features/tale-form/preview-endpoints.ts';
import { versionEndpoints } from '#src/features/versions/endpoints.ts';
import { listPublishProblems } from '#src/features/versions/versions.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpointRoutes } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import type { Log } from '#src/platform/log.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';

export type ManageDeps = {
  db: Db;
  publicUrl: string;
  secret: string;
  dataDir: string;
  store: ObjectStore;
  log: Log;
  presence: Presence;
  stays: Guards['stays'];
};

/** One line a part. */
export function manageEndpoints(deps: ManageDeps): Endpoint<Editor>[] {
  const parts = [
    // Tales.
    taleEndpoints({ ...deps, judge: listPublishProblems }),
    // What they were, links to see them before they are public, and what must be done before that.
    versionEndpoints(deps),
    // Why imported ones stand where they stand.
    classificationEndpoints(deps),
    // How they would look to readers.
    previewEndpoints(deps),
    // Authors, categories, collections, pins.
    catalogueEndpoints(deps),
    // What is typed and not saved.
    draftEndpoints(deps),
    // Who is at work.
    [presenceEndpoint(deps)],
    // The library of pictures.
    mediaEndpoints(deps),
  ];
  return parts.flat();
}

type Parts = { editors: Endpoint<Editor>[]; people: Endpoint<Person>[] };

/** `parts`: every endpoint, to be described. Programs with a key use those of editors; keys are made by people, and open none of theirs. */
export function manageApi({ guards, ...rest }: Omit<ManageDeps, 'stays'> & { guards: Guards }): { parts: Parts; routes: Hono<AppEnv> } {
  const deps = { ...rest, stays: guards.stays };
  const parts = { editors: manageEndpoints(deps), people: keyEndpoints(deps) };
  const routes = new Hono<AppEnv>();
  routes.use(sameOrigin(deps.publicUrl, { takesPictures }));
  routes.route('/', endpointRoutes(parts.people, guards.admin));
  routes.route('/', endpointRoutes(parts.editors, guards.editor));
  return { parts, routes };
}
