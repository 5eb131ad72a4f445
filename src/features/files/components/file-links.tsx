import { useState } from 'react';
import { RecordNote, useRecord } from '#src/admin-ui/record.tsx';
import { SecretPanel } from '#src/admin-ui/secret-panel.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { formatLocalTime } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import type { CreatedFileLink, FileLink, LibraryFile } from '../contract.ts';
import { Choice } from './file-dialogs.tsx';

const DURATIONS: readonly (readonly [seconds: number, text: string])[] = [
  [3_600, '1 hour'],
  [86_400, '1 day'],
  [7 * 86_400, '7 days'],
  [30 * 86_400, '30 days'],
];

/** The temporary links of a file: create, copy once, revoke. */
export function FileLinks({ file, onClose }: { file: LibraryFile; onClose: () => void }) {
  const path = `/files/${file.id}/links`;
  const links = useRecord<{ links: FileLink[] }>(path, { changes: 'files', id: file.id });
  const [seconds, setSeconds] = useState('86400');
  const [created, setCreated] = useState<CreatedFileLink | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await toast({ title: 'Error', text: error.message, wrong: true });
    } finally {
      setBusy(false);
      await links.refetch();
    }
  }

  return (
    <section className="file-links" aria-labelledby="file-links">
      <h2 id="file-links">Temporary links to {file.name}</h2>
      <p>They open this file for everyone who has them, until they expire or are revoked.</p>
      {created === null ? null : (
        <SecretPanel title="Link created" noun="link" secret={created.url} onDone={() => setCreated(null)}>
          Copy it now. It won't be shown again.
        </SecretPanel>
      )}
      <Choice name="link-duration" label="Valid for" value={seconds} onChange={setSeconds}>
        {DURATIONS.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Choice>
      <div className="key-end">
        <button
          type="button"
          className="btn btn-solid"
          aria-busy={isBusy || undefined}
          aria-disabled={isBusy || undefined}
          onClick={() => {
            if (!isBusy) void run(async () => setCreated(await apiRequest('POST', `/admin${path}`, { expires_in: Number(seconds) })));
          }}
        >
          Create link
        </button>
        <button type="button" className="btn btn-line" onClick={onClose}>
          Close
        </button>
      </div>
      <RecordNote query={links} loading="Loading links..." gone="This file was deleted.">
        {({ links: all }) => (
          <ul className="desk-rows">
            {all.map((link) => (
              <li key={link.id} className="file-link">
                <span>
                  {link.revoked_at === null ? `Expires ${formatLocalTime(link.expires_at)}` : `Revoked ${formatLocalTime(link.revoked_at)}`}
                  {link.created_by === null ? '' : `, created by ${link.created_by}`}
                </span>
                {link.revoked_at === null ? (
                  <button
                    type="button"
                    className="btn btn-line btn-sm"
                    onClick={() => void run(() => apiRequest('DELETE', `/admin${path}/${link.id}`))}
                  >
                    Revoke
                  </button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </RecordNote>
    </section>
  );
}
