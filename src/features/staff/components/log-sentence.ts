import type { LogEntry } from '../contract.ts';

/** What was done, as the end of a sentence that begins with who did it. */
export function logSentence({ action, subject, details }: LogEntry): string {
  const sentence = SENTENCES[action];
  const who = subject.name ?? (subject.kind === 'user' ? 'an account that is gone' : `${subject.kind} ${subject.id}`);
  return sentence === undefined ? `${action} (${who})` : sentence(who, details);
}

const SENTENCES: Record<string, (who: string, details: LogEntry['details']) => string> = {
  'user.created': (who) => `Made the administrator ${who}`,
  'user.role-changed': (who, { role, to = role }) => (to === 'admin' ? `Made ${who} an administrator` : `Made ${who} an ordinary user`),
  'user.disabled': (who) => `Disabled the account of ${who}`,
  'user.enabled': (who) => `Enabled the account of ${who}`,
  'user.signed-out': (who, { sessions }) => `Signed ${who} out everywhere (${sessions === 1 ? '1 device' : `${sessions} devices`})`,
  'user.verification-sent': (who) => `Sent ${who} another confirmation mail`,
  'tale.created': (_, { title }) => `Wrote the tale “${title}”`,
  'tale.changed': (_, { title }) => `Changed the tale “${title}”`,
  'tale.published': (_, { title }) => `Published the tale “${title}”`,
  'tale.unpublished': (_, { title }) => `Made the tale “${title}” a draft again`,
  'tale.binned': (_, { title }) => `Moved the tale “${title}” to the bin`,
  'tale.restored': (_, { title }) => `Restored the tale “${title}” from the bin`,
  'tale.deleted': (_, { title }) => `Deleted the tale “${title}” for good`,
  'tale.went-public': (_, { title }) => `Published the tale “${title}”, as its date had come`,
  'tale.version-restored': (_, { title, version }) => `Restored version ${version} of the tale “${title}”`,
  'tale.preview-made': (_, { title }) => `Made a preview link to the tale “${title}”`,
  'tale.preview-withdrawn': (_, { title, links }) =>
    `Withdrew ${links === 1 ? 'a preview link' : `${links} preview links`} to the tale “${title}”`,
  'key.created': (_, { name, scope }) => `Made the API key “${name}”, which may ${scope === 'write' ? 'read and write' : 'read'}`,
  'key.revoked': (_, { name }) => `Revoked the API key “${name}”`,
  'picture.added': () => 'Added a picture to the library',
  'picture.changed': (_, { fields, tales }) => `Changed a picture (${fields}${tales ? `; ${countOf(tales)} cropped anew` : ''})`,
  'picture.replaced': (_, { tales }) => `Replaced a picture, shown in ${countOf(tales)}`,
  'picture.removed': () => 'Deleted a picture from the library',
  'author.created': (_, { name }) => `Added the author ${name}`,
  'author.changed': (_, { name }) => `Changed the author ${name}`,
  'author.merged': (_, { name, into, tales }) => `Merged the author ${name} into ${into} (${tales === 1 ? '1 tale' : `${tales} tales`})`,
  'author.retired': (_, { name }) => `Retired the author ${name}`,
  'category.created': (_, { name }) => `Added the category ${name}`,
  'category.changed': (_, { name }) => `Changed the category ${name}`,
  'category.ordered': () => 'Put the categories in another order',
  'category.merged': (_, { name, into, tales }) =>
    `Merged the category ${name} into ${into} (${tales === 1 ? '1 tale' : `${tales} tales`})`,
  'category.retired': (_, { name }) => `Retired the category ${name}`,
  'collection.created': (_, { name }) => `Added the collection “${name}”`,
  'collection.changed': (_, { name }) => `Changed the collection “${name}”`,
  'collection.ordered': () => 'Put the collections in another order',
  'collection.retired': (_, { name, to }) => `Retired the collection “${name}”${to === undefined ? '' : `, its address leads to “${to}”`}`,
  'featured.pinned': (_, { tales }) =>
    tales === 0 ? 'Took all pins from Featured' : `Pinned ${tales === 1 ? '1 tale' : `${tales} tales`} for Featured`,
  'mail.retried': () => 'Had a mail sent again that had failed',
};

function countOf(tales: LogEntry['details'][string] | undefined): string {
  return tales === 1 ? '1 tale' : `${tales ?? 0} tales`;
}
