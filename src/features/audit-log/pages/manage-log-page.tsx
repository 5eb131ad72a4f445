import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { AdminTable } from '#src/admin-ui/admin-table.tsx';
import { PagedList, useLivePages, usePagedList } from '#src/admin-ui/paged-list.tsx';
import { isRole, ROLE_TEXTS } from '#src/permissions.ts';
import { formatLocalTime } from '#src/ui/format.ts';
import { urls } from '#src/urls.ts';
import type { LogEntry, LogPage } from '../contract.ts';

/** Lists the actions of administrators and of the site. */
export function ManageLogPage() {
  const query = usePagedList<LogPage>('/log', {}, { isLive: true });
  const live = useLivePages('audit-log', query, (page) => page.entries);
  const entries = live.rows;
  return (
    <AdminFrame title="Audit log" lede="Actions of editors, administrators and the site, newest first" path={urls.manageLog()}>
      <PagedList
        live={live}
        query={query}
        count={entries.length}
        words={['entry', 'entries']}
        loading="Loading audit log..."
        empty="No entries yet"
        failed="Error loading audit log"
      >
        <AdminTable
          rows={entries}
          columns={[
            { title: 'Time', className: 'when figures', cell: (entry) => formatLocalTime(entry.at) },
            { title: 'User', cell: ({ bySite, actor }) => <bdi>{bySite ? 'System' : (actor ?? 'A former editor')}</bdi> },
            { title: 'Action', cell: logSentence },
          ]}
        />
      </PagedList>
    </AdminFrame>
  );
}

/** Describes an entry as a sentence without its subject. */
function logSentence({ action, subject, details }: LogEntry): string {
  const sentence = SENTENCES[action];
  const who = subject.name ?? NAMELESS[subject.kind] ?? `${subject.kind} ${subject.id}`;
  return sentence === undefined ? `${action} (${who})` : sentence(who, details);
}

/** Addresses are deleted with the invitation. */
const NAMELESS: Record<string, string> = { user: 'a deleted account', invitation: 'a person' };

/** A role with its article: “an editor”. */
function withRole(role: unknown): string {
  return isRole(role) ? ROLE_TEXTS[role].a : String(role);
}

const SENTENCES: Record<string, (who: string, details: LogEntry['details']) => string> = {
  'user.created': (who) => `Created the administrator ${who}`,
  'user.role-changed': (who, { role, to = role }) => `Made ${who} ${withRole(to)}`,
  'user.disabled': (who) => `Disabled the account of ${who}`,
  'user.enabled': (who) => `Enabled the account of ${who}`,
  'user.signed-out': (who, { sessions }) => `Logged ${who} out everywhere (${sessions === 1 ? '1 device' : `${sessions} devices`})`,
  'user.verification-sent': (who) => `Resent the confirmation email to ${who}`,
  'user.invited': (who, { role }) => `Invited ${who} as ${withRole(role)}`,
  'user.invitation-resent': (who) => `Resent the invitation of ${who}`,
  'user.invitation-revoked': () => 'Revoked an invitation',
  'user.invitation-accepted': (who, { role }) => `${who} accepted an invitation as ${withRole(role)}`,
  'tale.files_changed': (_, { name, files }) => `Changed the files of the tale “${name}” (now ${files})`,
  'tale.created': (_, { title }) => `Created the tale “${title}”`,
  'tale.duplicated': (_, { title, of }) => `Duplicated the tale “${of}” as “${title}”`,
  'tale.changed': (_, { title }) => `Changed the tale “${title}”`,
  'tale.published': (_, { title }) => `Published the tale “${title}”`,
  'tale.unpublished': (_, { title }) => `Unpublished the tale “${title}”`,
  'tale.binned': (_, { title }) => `Moved the tale “${title}” to the trash`,
  'tale.restored': (_, { title }) => `Restored the tale “${title}” from the trash`,
  'tale.deleted': (_, { title }) => `Deleted the tale “${title}” permanently`,
  'tale.went-public': (_, { title }) => `Published the tale “${title}” on schedule`,
  'tale.version-restored': (_, { title, version }) => `Restored version ${version} of the tale “${title}”`,
  'tale.preview-made': (_, { title }) => `Created a preview link to the tale “${title}”`,
  'tale.preview-withdrawn': (_, { title, links }) =>
    `Revoked ${links === 1 ? 'a preview link' : `${links} preview links`} to the tale “${title}”`,
  'key.created': (_, { name, scope }) => `Created the API key “${name}” (${scope === 'write' ? 'read and write' : 'read'})`,
  'key.revoked': (_, { name }) => `Revoked the API key “${name}”`,
  'signing-keys.withdrawn': (_, { keys }) => `Withdrew ${keys === 1 ? '1 signing key' : `${keys} signing keys`} of access tokens`,
  'webhook.created': (_, { host }) => `Added a webhook to ${host}`,
  'webhook.changed': (_, { host, fields }) => `Changed the webhook to ${host} (${fields})`,
  'webhook.deleted': (_, { host }) => `Deleted the webhook to ${host}`,
  'webhook.paused': (_, { host }) => `Paused the webhook to ${host}`,
  'webhook.resumed': (_, { host }) => `Resumed the webhook to ${host}`,
  'webhook.rotated': (_, { host }) => `Rotated the secret of the webhook to ${host}`,
  'webhook.tested': (_, { host, status }) => `Tested the webhook to ${host} (${status === 'delivered' ? 'successful' : 'failed'})`,
  'webhook.redelivered': (_, { host }) => `Redelivered an event to the webhook to ${host}`,
  'webhook.disabled': (_, { host, reason }) =>
    `Disabled the webhook to ${host} (${reason === 'gone' ? 'it is gone' : 'it failed for three days'})`,
  'function.run': (_, { name, event }) => `Ran the function ${name} (${event})`,
  'picture.added': () => 'Added an image',
  'picture.changed': (_, { fields, tales }) =>
    `Changed an image (${fields}${tales ? `; covers of ${countTales(tales)} cropped again` : ''})`,
  'picture.replaced': (_, { tales }) => `Replaced an image used in ${countTales(tales)}`,
  'picture.removed': () => 'Deleted an image',
  'import.done': (_, details) => `Imported ${describeImport(details)}`,
  'import.broken-off': (_, details) => `Imported ${describeImport(details)}; the import did not finish`,
  'import.undone': (who) => `Undid ${who}`,
  'author.created': (_, { name }) => `Added the author ${name}`,
  'author.changed': (_, { name }) => `Changed the author ${name}`,
  'author.merged': (_, { name, into, tales }) => `Merged the author ${name} into ${into} (${countTales(tales)})`,
  'author.retired': (_, { name }) => `Deleted the author ${name}`,
  'category.created': (_, { name }) => `Added the category ${name}`,
  'category.changed': (_, { name }) => `Changed the category ${name}`,
  'category.ordered': () => 'Reordered the categories',
  'category.merged': (_, { name, into, tales }) => `Merged the category ${name} into ${into} (${countTales(tales)})`,
  'category.retired': (_, { name }) => `Deleted the category ${name}`,
  'collection.created': (_, { name }) => `Added the collection “${name}”`,
  'collection.changed': (_, { name }) => `Changed the collection “${name}”`,
  'collection.files_changed': (_, { name, files }) => `Changed the files of the collection “${name}” (now ${files})`,
  'collection.ordered': () => 'Reordered the collections',
  'collection.retired': (_, { name, to }) => `Deleted the collection “${name}”${to === undefined ? '' : `; its URL redirects to “${to}”`}`,
  'featured.pinned': (_, { tales }) => (tales === 0 ? 'Unpinned all featured tales' : `Pinned ${countTales(tales)} as featured`),
  'night.chosen': (_, { night, title }) => `Chose “${title}” for the night of ${night}`,
  'night.released': (_, { night }) => `Reset the night of ${night} to the automatic choice`,
  'settings.changed': (_, { publish_requires_source, allows_suggestions, readers_may_submit, name }) =>
    `Changed the site settings (source and rights ${publish_requires_source ? 'required' : 'not required'} to publish${
      allows_suggestions === undefined ? '' : `; suggested changes ${allows_suggestions ? 'on' : 'off'}`
    }${readers_may_submit === undefined ? '' : `; readers ${readers_may_submit ? 'may' : 'may not'} submit tales`}${
      name === undefined ? '' : `; site name ${name === '' ? 'Talewood' : `“${name}”`}`
    })`,
  'setup.dismissed': () => 'Dismissed the setup checklist',
  'setup.shown': () => 'Showed the setup checklist again',
  'newsletter.scheduled': (_, { is_on }) => (is_on === false ? 'Turned the newsletter schedule off' : 'Changed the newsletter schedule'),
  'letter.prepared': (_, { day }) => `Prepared the newsletter issue of ${day}`,
  'letter.changed': (_, { day, fields }) => `Changed the newsletter issue of ${day} (${fields})`,
  'letter.composed': (_, { day }) => `Recomposed the newsletter issue of ${day}`,
  'letter.skipped': (_, { day }) => `Skipped the newsletter issue of ${day}`,
  'letter.tested': (_, { day }) => `Sent a test email of the newsletter issue of ${day}`,
  'letter.started': (_, { day, readers }) =>
    `Sent the newsletter issue of ${day} (to ${readers === 1 ? '1 reader' : `${readers ?? 0} readers`})`,
  'job.retried': (_, { task }) => `Retried a failed job (${task})`,
  'job.removed': (_, { task }) => `Removed a failed job (${task})`,
  'folder.created': (_, { access }) => `Created a folder of the file library (${access})`,
  'folder.changed': (_, { fields, access }) => `Changed a folder of the file library: ${fields}${access ? ` (now ${access})` : ''}`,
  'folder.deleted': () => 'Deleted a folder of the file library',
  'file.added': (_, { type }) => `Added a file (${type})`,
  'file.replaced': (_, { type }) => `Replaced a file (${type})`,
  'file.renamed': () => 'Renamed a file',
  'file.moved': (_, { access }) => `Moved a file (now ${access})`,
  'file.deleted': () => 'Deleted a file',
  'file.link-created': () => 'Created a temporary link to a file',
  'file.link-revoked': () => 'Revoked a temporary link to a file',
  'submission.submitted': (_, { title }) => `Submitted the tale “${title}”`,
  'submission.withdrawn': (_, { title }) => `Withdrew the submitted tale “${title}”`,
  'submission.changes-requested': (_, { title }) => `Requested changes to the submitted tale “${title}”`,
  'submission.accepted': (_, { title }) => `Accepted the submitted tale “${title}”`,
  'submission.declined': (_, { title }) => `Declined the submitted tale “${title}”`,
  'message.answered': () => 'Answered a contact message',
  'message.closed': () => 'Closed a contact message',
  'message.reopened': () => 'Reopened a contact message',
  'message.deleted': () => 'Deleted a contact message',
  'suggestion.decided': (_, { title, accepted, rejected, reopened }) =>
    `Decided about suggested changes of the tale “${title}” (accepted: ${accepted}, rejected: ${rejected}, reopened: ${reopened})`,
  'shared-list.revoked': () => 'Revoked the link to a reader’s list',
  'page.changed': (_, { page }) => `Edited the page “${page}”`,
  'page.restored': (_, { page, version }) =>
    version === 0 ? `Restored the default text of the page “${page}”` : `Restored version ${version} of the page “${page}”`,
  'mail.retried': () => 'Retried a failed email',
  'letter.retried': (_, { day, queued }) => `Resent the newsletter issue of ${day} to ${queued === 1 ? '1 reader' : `${queued} readers`}`,
};

function countTales(tales: LogEntry['details'][string] | undefined): string {
  return tales === 1 ? '1 tale' : `${tales ?? 0} tales`;
}

function describeImport({ books, made, changed }: LogEntry['details']): string {
  const tales = made === 1 ? '1 new tale' : `${made ?? 0} new tales`;
  return `${tales} from ${books === 1 ? '1 file' : `${books ?? 0} files`}${changed ? `; ${countTales(changed)} updated` : ''}`;
}
