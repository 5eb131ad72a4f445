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
  'import.done': (_, details) => `Brought in ${broughtIn(details)}`,
  'import.broken-off': (_, details) => `Brought in ${broughtIn(details)}, and broke off`,
  'import.undone': (who) => `Took back ${who}`,
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
  'night.chosen': (_, { night, title }) => `Chose “${title}” for the night of ${night}`,
  'night.released': (_, { night }) => `Left the night of ${night} to the rules`,
  'settings.changed': (_, { publish_requires_source }) =>
    `Changed the site settings (source and rights ${publish_requires_source ? 'required' : 'not required'} to publish)`,
  'newsletter.scheduled': (_, { is_on }) => (is_on === false ? 'Switched the weekly letter off' : 'Changed when the weekly letter goes'),
  'letter.prepared': (_, { day }) => `Prepared the letter of ${day}`,
  'letter.changed': (_, { day, fields }) => `Changed the letter of ${day} (${fields})`,
  'letter.composed': (_, { day }) => `Had the letter of ${day} composed anew`,
  'letter.skipped': (_, { day }) => `Skipped the letter of ${day}`,
  'letter.tested': (_, { day }) => `Had the letter of ${day} sent as a test`,
  'letter.started': (_, { day, readers }) => `Sent the letter of ${day} (to ${readers === 1 ? '1 reader' : `${readers ?? 0} readers`})`,
  'job.retried': (_, { task }) => `Had a job (${task}) done again that had failed`,
  'job.removed': (_, { task }) => `Removed a job (${task}) that had failed`,
  'message.answered': () => 'Answered a letter of a reader',
  'message.closed': () => 'Closed a letter of a reader',
  'message.reopened': () => 'Opened a letter of a reader again',
  'message.deleted': () => 'Deleted a letter of a reader',
  'page.changed': (_, { page }) => `Changed the text of the page “${page}”`,
  'page.restored': (_, { page, version }) =>
    version === 0 ? `Brought back the text of Talewood for the page “${page}”` : `Brought back version ${version} of the page “${page}”`,
  'mail.retried': () => 'Had a mail sent again that had failed',
  'letter.retried': (_, { day, queued }) => `Had the letter of ${day} sent again to ${queued === 1 ? '1 reader' : `${queued} readers`}`,
};

function countOf(tales: LogEntry['details'][string] | undefined): string {
  return tales === 1 ? '1 tale' : `${tales ?? 0} tales`;
}

function broughtIn({ books, made, changed }: LogEntry['details']): string {
  const tales = made === 1 ? '1 new tale' : `${made ?? 0} new tales`;
  return `${tales} of ${books === 1 ? '1 file' : `${books ?? 0} files`}${changed ? `, and ${countOf(changed)} up to date` : ''}`;
}
