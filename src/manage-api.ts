/** The API of those who work on the collection, below /api/v1/admin: every endpoint of it, for the routes and for the description. */
import { Hono } from 'hono';
import type { Editor, Guards, Person, RenderMail } from '#src/features/accounts/accounts.ts';
import { keyEndpoints } from '#src/features/api-keys/api-keys.ts';
import { catalogueEndpoints } from '#src/features/catalogue/catalogue.ts';
import { classificationEndpoints } from '#src/features/classification/classification.ts';
import { type Contact, messageEndpoints } from '#src/features/contact/contact.ts';
import { draftEndpoints, type Presence, presenceEndpoint } from '#src/features/drafts/drafts.ts';
import { type Imports, importEndpoints, takesImports } from '#src/features/import-uploads/import-uploads.ts';
import { taleEndpoints } from '#src/features/manage/manage.ts';
import { mediaEndpoints, takesPictures } from '#src/features/media/media-endpoints.ts';
import { type IssueDeps, issueEndpoints } from '#src/features/newsletter/newsletter.ts';
import { sendingEndpoints } from '#src/features/newsletter/sending/endpoints.ts';
import { type OperationsDeps, operationEndpoints } from '#src/features/operations/operations.ts';
import { pageEndpoints } from '#src/features/page-texts/page-texts.ts';
import { siteSettingsEndpoints } from '#src/features/site-settings/site-settings.ts';
import { previewEndpoints } from '#src/features/tale-form/preview-endpoints.ts';
import { nightEndpoints } from '#src/features/tonight/tonight.ts';
import { versionEndpoints } from '#src/features/versions/endpoints.ts';
import { judgePublication } from '#src/features/versions/versions.ts';
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
  imports: Imports;
  log: Log;
  presence: Presence;
  stays: Guards['stays'];
  letters: Pick<IssueDeps, 'drawLetter' | 'hasMailServer'>;
  operations: Pick<OperationsDeps, 'config' | 'readProcess' | 'findProblems'>;
  renderMail: RenderMail;
  contact: Contact;
};

/** One line a part. */
export function manageEndpoints(deps: ManageDeps): Endpoint<Editor>[] {
  const parts = [
    // Tales.
    taleEndpoints({ ...deps, judge: judgePublication }),
    // What they were, links to see them before they are public, and what must be done before that.
    versionEndpoints(deps),
    // Why imported ones stand where they stand.
    classificationEndpoints(deps),
    // How they would look to readers.
    previewEndpoints(deps),
    // Authors, categories, collections, pins.
    catalogueEndpoints(deps),
    // The tales of the nights to come.
    nightEndpoints(deps),
    // What is typed and not saved.
    draftEndpoints(deps),
    // Who is at work.
    [presenceEndpoint(deps)],
    // The library of pictures.
    mediaEndpoints(deps),
    // Books and tales brought in from files.
    importEndpoints(deps),
    // Letters that go out.
    sendingEndpoints(deps),
    // The weekly letter.
    issueEndpoints({ ...deps, ...deps.letters }),
  ];
  return parts.flat();
}

/** Endpoints that take no key: what people do in their own name. */
export function peopleEndpoints(deps: ManageDeps): Endpoint<Person>[] {
  const messages = messageEndpoints({ ...deps, ...deps.letters });
  return [
    ...keyEndpoints(deps),
    ...operationEndpoints({ ...deps, ...deps.operations }),
    ...messages,
    ...pageEndpoints(deps),
    ...siteSettingsEndpoints(deps),
  ];
}

/** What the origin check lets through below /api/v1/admin. */
export const MANAGE_ORIGIN = { takesFiles: (path: string) => takesPictures(path) ?? takesImports(path), takesKeys: true };

type Parts = { editors: Endpoint<Editor>[]; people: Endpoint<Person>[] };

/** `parts`: every endpoint, to be described. Programs with a key use those of editors; those of people open to no key. */
export function manageApi({ guards, ...rest }: Omit<ManageDeps, 'stays'> & { guards: Guards }): { parts: Parts; routes: Hono<AppEnv> } {
  const deps = { ...rest, stays: guards.stays };
  const parts = { editors: manageEndpoints(deps), people: peopleEndpoints(deps) };
  const routes = new Hono<AppEnv>();
  routes.use(sameOrigin(deps.publicUrl, MANAGE_ORIGIN));
  routes.route('/', endpointRoutes(parts.people, guards.admin));
  routes.route('/', endpointRoutes(parts.editors, guards.editor));
  return { parts, routes };
}
