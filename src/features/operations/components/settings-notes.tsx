import { Alert } from '#src/ui/alert.tsx';
import type { Operations } from '../contract.ts';

const NOTES: Record<Operations['settings'][number], string> = {
  no_smtp: 'There is no mail server (SMTP_URL): mails become files in DATA_DIR/outbox and reach nobody.',
  admin_password: 'ADMIN_PASSWORD is still set. Take ADMIN_EMAIL and ADMIN_PASSWORD out of the settings; the administrator is there now.',
  no_public_url: 'PUBLIC_URL is not set: links in mails and feeds lead to this machine alone.',
  plain_http: 'The site listens to a network, and PUBLIC_URL begins with http: without TLS in front of it, passwords travel in the open.',
  no_archive: 'ARCHIVE_DIR is not set: if the disk is lost, everything since the last backup is lost with it.',
};

/** What should be changed in the settings; nothing when all is well. */
export function SettingsNotes({ settings }: { settings: Operations['settings'] }) {
  if (settings.length === 0) return null;
  return (
    <Alert title="About the settings of this process">
      <ul className="ops-notes">
        {settings.map((note) => (
          <li key={note}>{NOTES[note]}</li>
        ))}
      </ul>
    </Alert>
  );
}
