import { Alert } from '#src/ui/alert.tsx';
import type { Operations } from '../contract.ts';

const NOTES: Record<Operations['settings'][number], string> = {
  disk_full:
    'The disk of the database is full: the site is read-only. Free at least 96 MB on it; the site then takes changes again by itself.',
  separate_stores:
    'Another process on this database keeps pictures and imports elsewhere: pictures are missing in some answers. Give all processes the same DATA_DIR, or the same S3_* settings.',
  missing_pictures:
    'Pictures of this database are not in its store. Check that DATA_DIR or the S3_* settings are those with which they were uploaded, or restore the files.',
  no_smtp: 'There is no mail server (SMTP_URL): mails become files in DATA_DIR/outbox and reach nobody.',
  admin_password: 'ADMIN_PASSWORD is still set. Take ADMIN_EMAIL and ADMIN_PASSWORD out of the settings; the administrator is there now.',
  no_public_url: 'PUBLIC_URL is not set: links in mails and feeds lead to this machine alone.',
  plain_http: 'The site listens to a network, and PUBLIC_URL begins with http: without TLS in front of it, passwords travel in the open.',
  no_archive: 'ARCHIVE_DIR is not set: if the disk is lost, everything since the last backup is lost with it.',
};

/** Problems, and what should be changed in the settings; nothing when all is well. */
export function SettingsNotes({ settings }: { settings: Operations['settings'] }) {
  if (settings.length === 0) return null;
  return (
    <Alert title="Needs attention">
      <ul className="ops-notes">
        {settings.map((note) => (
          <li key={note}>{NOTES[note]}</li>
        ))}
      </ul>
    </Alert>
  );
}
