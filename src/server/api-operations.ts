/** All operations of /api/v1 with their access and tag, for the OpenAPI document and the API guide. */
import { z } from 'zod';
import { accessTokenOperation } from '#src/features/access-tokens/access-tokens.ts';
import { accountOperations } from '#src/features/account-settings/openapi.ts';
import { signInOperations } from '#src/features/accounts/openapi.ts';
import { countOperation } from '#src/features/analytics/analytics.ts';
import { contactOperation } from '#src/features/contact/contact-routes.ts';
import { subscriptionOperations } from '#src/features/newsletter/newsletter-routes.ts';
import { startTogetherOperation } from '#src/features/read-together/read-together.ts';
import { bookshelfOperations } from '#src/features/reader-library/routes.ts';
import { sharedListOperations } from '#src/features/shared-lists/shared-lists.ts';
import type { Permission } from '#src/permissions.ts';
import { describeOperation, type Operation } from '#src/platform/http/endpoint.ts';
import { PUBLIC_ENDPOINTS } from './api.ts';

/** `public`: everyone. `site`: pages of the site, without a session. `user`: signed-in users. Others: users with that permission. */
export type Access = 'public' | 'site' | 'user' | Permission;

/** An operation with its full path below /api/v1. */
export type ApiOperation = Operation & { access: Access; acceptsKeys: boolean; tag: string };

/** Operations described by their routes: below /admin, by who may call them, and of signed-in users. `session`: editors, but not their API keys. */
export type AdminOperations = Record<'editors' | 'session' | 'admins' | 'users' | 'account' | 'realtime', readonly Operation[]>;

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
  { name: 'Read together', description: 'Sessions in which guests follow the reader of a tale.', paths: ['/together'] },
  { name: 'Newsletter issues', description: 'Issues of the newsletter that were sent.', paths: ['/letters'] },
  { name: 'Site', description: 'Static pages and the description of the API.', paths: ['/pages', '/openapi.json'] },
  {
    name: 'Login',
    description: 'Registration, login and recovery. For pages of the site: requests from other origins are refused.',
    paths: ['/me', '/session', '/sign-in-links', '/registrations', '/verifications', '/password-resets', '/email-changes', '/invitations'],
  },
  { name: 'Suggestions', description: 'Changes of tales that readers suggest.', paths: ['/account/suggestions', '/admin/suggestions'] },
  { name: 'Submissions', description: 'Tales that the logged-in person submits for review.', paths: ['/account/submissions'] },
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
  { name: 'Realtime', description: 'Events over the WebSocket at `/api/v1/realtime`.', paths: ['/realtime'] },
  { name: 'Calendar', description: 'Tales, newsletter issues and tales of the day by day.', paths: ['/admin/calendar'] },
  { name: 'Review submissions', description: 'The queue of submitted tales.', paths: ['/admin/submissions'] },
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
  {
    name: 'File library',
    description: 'Folders, files, temporary links and uploads.',
    paths: ['/admin/files', '/admin/folders', '/admin/file-uploads'],
  },
  { name: 'Import', description: 'Imports of books and tales from files.', paths: ['/admin/imports', '/admin/import-runs'] },
  { name: 'Manage newsletter', description: 'Schedule, issues and deliveries of the newsletter.', paths: ['/admin/newsletter'] },
  {
    name: 'Administration',
    description:
      'Users, API keys, webhooks, functions, contact messages, static pages, settings, status and usage of the site. API keys have no access.',
    paths: [
      ...[
        '/admin/users',
        '/admin/invitations',
        '/admin/log',
        '/admin/mails',
        '/admin/keys',
        '/admin/webhooks',
        '/admin/functions',
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

export function listOperations({ editors, session, admins, users, account, realtime }: AdminOperations): ApiOperation[] {
  const withAccess = (operations: readonly Operation[], access: Access, { prefix = '', acceptsKeys = false } = {}) =>
    operations.map((operation) => {
      const path = prefix + operation.path;
      return { ...operation, path, access, acceptsKeys, tag: tagOf(path) };
    });
  const prefix = '/admin';
  return [
    ...withAccess([...PUBLIC_ENDPOINTS.map(publicOperation), openApiOperation], 'public'),
    ...withAccess([...signInOperations, ...subscriptionOperations, contactOperation, countOperation, startTogetherOperation], 'site'),
    ...withAccess(
      [...accountOperations, accessTokenOperation, ...users, ...account, ...bookshelfOperations, ...sharedListOperations],
      'user',
    ),
    ...withAccess(editors, 'editTales', { prefix, acceptsKeys: true }),
    ...withAccess(realtime, 'editTales', { acceptsKeys: true }),
    ...withAccess(session, 'editTales', { prefix }),
    ...withAccess(admins, 'manageSite', { prefix }),
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
