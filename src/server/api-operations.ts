/** All operations of /api/v1 with their access and tag, for the OpenAPI document and the API guide. */
import { z } from 'zod';
import { accountOperations } from '#src/features/account-settings/openapi.ts';
import { signInOperations } from '#src/features/accounts/openapi.ts';
import { countOperation } from '#src/features/analytics/analytics.ts';
import { contactOperation } from '#src/features/contact/contact-routes.ts';
import { subscriptionOperations } from '#src/features/newsletter/newsletter-routes.ts';
import { bookshelfOperations } from '#src/features/reader-library/routes.ts';
import { sharedListOperations } from '#src/features/shared-lists/shared-lists.ts';
import { describeOperation, type Operation } from '#src/platform/http/endpoint.ts';
import { PUBLIC_ENDPOINTS } from './api.ts';

/**
 * `public`: everyone. `site`: pages of the site, without a session. `user`: signed-in users. `editor`: administrators, signed in or with an API key.
 * `admin`: signed-in administrators.
 */
export type Access = 'public' | 'site' | 'user' | 'editor' | 'admin';

/** An operation with its full path below /api/v1. */
export type ApiOperation = Operation & { access: Access; tag: string };

/** The operations below /admin, by the guard of their routes. */
export type AdminOperations = { editors: readonly Operation[]; people: readonly Operation[] };

type Tag = { name: string; description: string; paths: readonly string[] };

/** In the order of the guide. `paths`: first path segments. */
export const TAGS: readonly Tag[] = [
  { name: 'Home', description: 'What the home page shows.', paths: ['/home'] },
  {
    name: 'Tales',
    description: 'Published tales: lists, search, texts.',
    paths: ['/tales', '/tale-cards', '/recent', '/types', '/suggestions', '/tonight', '/how-long', '/packs'],
  },
  { name: 'Categories', description: 'Categories and their tales.', paths: ['/categories'] },
  { name: 'Authors', description: 'Authors, traditions and their tales.', paths: ['/authors'] },
  { name: 'Collections', description: 'Collections compiled by editors.', paths: ['/collections'] },
  { name: 'Shared lists', description: 'Lists of readers, shared by a link.', paths: ['/shared-lists'] },
  { name: 'Newsletter issues', description: 'Issues of the newsletter that were sent.', paths: ['/letters'] },
  { name: 'Site', description: 'Static pages and the description of the API.', paths: ['/pages', '/openapi.json'] },
  {
    name: 'Login',
    description: 'Registration, login and recovery. For pages of the site: requests from other origins are refused.',
    paths: ['/me', '/session', '/sign-in-links', '/registrations', '/verifications', '/password-resets', '/email-changes', '/invitations'],
  },
  { name: 'Account', description: 'The account of the logged-in person.', paths: ['/account'] },
  { name: 'Bookshelf', description: 'Favourites, shelves and reading positions of the logged-in person.', paths: ['/bookshelf'] },
  { name: 'Subscription', description: 'Newsletter subscriptions without an account.', paths: ['/newsletter'] },
  {
    name: 'Feedback',
    description: 'What pages of the site send: contact messages and anonymous usage counts.',
    paths: ['/messages', '/counts'],
  },
  {
    name: 'Manage tales',
    description: 'Tales, their versions and previews.',
    paths: ['/admin/tales', '/admin/choices', '/admin/publish-check', '/admin/previews', '/admin/drawn-cover', '/admin/edited-tales'],
  },
  { name: 'Drafts', description: 'Unsaved input of the tale form.', paths: ['/admin/drafts'] },
  {
    name: 'Featured tales',
    description: 'Tales pinned on the home page, and the tales of coming nights.',
    paths: ['/admin/featured', '/admin/nights'],
  },
  { name: 'Manage categories', description: 'Create, change, merge and order categories.', paths: ['/admin/categories'] },
  { name: 'Manage authors', description: 'Create, change and merge authors.', paths: ['/admin/authors'] },
  { name: 'Manage collections', description: 'Create, change and order collections.', paths: ['/admin/collections'] },
  { name: 'Media', description: 'The media library.', paths: ['/admin/media'] },
  { name: 'Import', description: 'Imports of books and tales from files.', paths: ['/admin/imports', '/admin/import-runs'] },
  { name: 'Manage newsletter', description: 'Schedule, issues and deliveries of the newsletter.', paths: ['/admin/newsletter'] },
  {
    name: 'Administration',
    description: 'Users, API keys, contact messages, static pages, settings, status and usage of the site. API keys have no access.',
    paths: [
      ...[
        '/admin/users',
        '/admin/invitations',
        '/admin/log',
        '/admin/mails',
        '/admin/keys',
        '/admin/operations',
        '/admin/jobs',
        '/admin/messages',
      ],
      ...['/admin/pages', '/admin/page-previews', '/admin/site-settings', '/admin/setup', '/admin/shared-lists', '/admin/analytics'],
    ],
  },
];

const openApiOperation = describeOperation({
  ...{ id: 'getOpenApi', method: 'GET', path: '/openapi.json', summary: 'Get the OpenAPI document' },
  description: 'The description of this API in OpenAPI 3.1.',
  response: z.record(z.string(), z.unknown()),
});

export function listOperations({ editors, people }: AdminOperations): ApiOperation[] {
  const withAccess = (operations: readonly Operation[], access: Access, prefix = '') =>
    operations.map((operation) => {
      const path = prefix + operation.path;
      return { ...operation, path, access, tag: tagOf(path) };
    });
  return [
    ...withAccess([...PUBLIC_ENDPOINTS.map(publicOperation), openApiOperation], 'public'),
    ...withAccess([...signInOperations, ...subscriptionOperations, contactOperation, countOperation], 'site'),
    ...withAccess([...accountOperations, ...bookshelfOperations, ...sharedListOperations], 'user'),
    ...withAccess(editors, 'editor', '/admin'),
    ...withAccess(people, 'admin', '/admin'),
  ];
}

function publicOperation({ id, path, summary, description, query, response }: (typeof PUBLIC_ENDPOINTS)[number]): Operation {
  const slug = z.string().describe('Last part of the URL of its page.');
  return describeOperation({
    ...{ id, method: 'GET', path, summary, description, response },
    ...(path.includes('{slug}') && { params: z.object({ slug }) }),
    query: z.object(Object.fromEntries(Object.entries(query).map(([name, text]) => [name, z.string().describe(text).optional()]))),
  });
}

/** @throws Error when no tag has this path. */
function tagOf(path: string): string {
  const tag = TAGS.find(({ paths }) => paths.some((start) => path === start || path.startsWith(`${start}/`)));
  if (tag === undefined) throw new Error(`Add ${path} to a tag of the API.`);
  return tag.name;
}
