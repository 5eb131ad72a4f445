/** The roles of accounts and what each may do. Server and screens decide by this table alone. Browser-safe. */

/** From the fewest permissions to the most. Readers are `user` in the database and the API. */
export const ROLES = ['user', 'contributor', 'translator', 'editor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

const PERMISSIONS = {
  /** Writes tales and submits them for review. */
  submitTales: ['contributor', 'translator', 'editor', 'admin'],
  /** Submits translations of published tales. */
  translateTales: ['translator', 'editor', 'admin'],
  /** Publishes, reviews and organises: tales, authors, categories, collections, images, imports and the newsletter. */
  editTales: ['editor', 'admin'],
  /** Users, API keys, contact messages, static pages, settings, logs and status. */
  manageSite: ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** Returns the roles with a permission. */
export function rolesWith(permission: Permission): readonly Role[] {
  return PERMISSIONS[permission];
}

/** Whether a role has a permission. Nobody (undefined) and unknown roles have none. */
export function can(role: string | undefined, permission: Permission): boolean {
  return rolesWith(permission).includes(role as Role);
}

/** Whether a value is the name of a role. */
export function isRole(value: unknown): value is Role {
  return ROLES.includes(value as Role);
}

/** Names of roles on screens, and what they may do in addition to the ones before. */
export const ROLE_TEXTS: Record<Role, { name: string; a: string; hint: string }> = {
  user: { name: 'Reader', a: 'a reader', hint: 'Reads, with favourites and collections.' },
  contributor: { name: 'Contributor', a: 'a contributor', hint: 'Also writes tales and submits them for review.' },
  translator: { name: 'Translator', a: 'a translator', hint: 'Also translates published tales and submits them for review.' },
  editor: { name: 'Editor', a: 'an editor', hint: 'Also reviews, publishes and organises tales, and edits the newsletter.' },
  admin: { name: 'Administrator', a: 'an administrator', hint: 'Also manages users, settings and operations.' },
};
