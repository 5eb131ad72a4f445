import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { formatLocalDate } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import type { NewPreviewLink, PreviewLink, PreviewLinkList } from './preview-links.ts';

/** Creates, copies, lists and revokes preview links of a tale. */
export function PreviewLinksPanel({ taleId }: { taleId: string }) {
  const path = `/admin/tales/${taleId}/preview-links`;
  const key = ['staff', 'preview-links', taleId];
  const client = useQueryClient();
  const query = useQuery({ queryKey: key, queryFn: () => apiRequest<PreviewLinkList>('GET', path), staleTime: 0, retry: false });
  const [isBusy, setBusy] = useState(false);
  const [created, setCreated] = useState<NewPreviewLink | null>(null);
  const [toRevoke, setToRevoke] = useState<PreviewLink | 'all' | null>(null);
  const links = query.data?.links ?? [];

  async function create(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const link = await apiRequest<NewPreviewLink>('POST', path);
      setCreated(link);
      await Promise.all([client.invalidateQueries({ queryKey: key }), copy(link.url)]);
    } catch (error) {
      showError('Error creating link', error);
    }
    setBusy(false);
  }

  async function revoke(which: PreviewLink | 'all'): Promise<void> {
    try {
      await apiRequest('DELETE', which === 'all' ? path : `${path}/${which.id}`);
      if (which === 'all' || which.id === created?.id) setCreated(null);
      await client.invalidateQueries({ queryKey: key });
      if (which === 'all') void toast({ title: 'Links revoked', text: 'They no longer work.' });
      else void toast({ title: 'Link revoked', text: 'It no longer works.' });
    } catch (error) {
      showError('Error revoking link', error);
    }
    setToRevoke(null);
  }

  return (
    <div className="previews">
      <p className="hint">
        Anyone with a preview link can read this tale before it is published, for 30 days or until you revoke the link.
      </p>
      <button
        type="button"
        className="btn btn-line"
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
        onClick={() => void create()}
      >
        <Icon name="eye" />
        {isBusy ? 'Creating link...' : 'Create preview link'}
      </button>
      {created === null ? null : <NewLink key={created.id} url={created.url} />}
      {query.isPending ? (
        <p className="hint" role="status">
          Loading links...
        </p>
      ) : null}
      {query.isError ? (
        <div className="panel-note">
          <p role="alert">Error loading links. {query.error.message}</p>
          <button type="button" className="btn btn-line" onClick={() => void query.refetch()}>
            Try again
          </button>
        </div>
      ) : null}
      {query.isSuccess && links.length === 0 ? <p className="hint">No preview links.</p> : null}
      {links.length === 0 ? null : <LinkList links={links} onRevoke={setToRevoke} />}
      {toRevoke === null ? null : (
        <ConfirmDialog title="Are you sure?" confirm="Revoke" onConfirm={() => revoke(toRevoke)} onCancel={() => setToRevoke(null)}>
          {toRevoke === 'all'
            ? 'This will revoke all preview links of this tale. They will stop working.'
            : `This will revoke the link created on ${formatLocalDate(toRevoke.created_at)}. It will stop working.`}
        </ConfirmDialog>
      )}
    </div>
  );
}

function LinkList({ links, onRevoke }: { links: readonly PreviewLink[]; onRevoke: (which: PreviewLink | 'all') => void }) {
  return (
    <>
      <ul className="version-list">
        {links.map((link) => (
          <li key={link.id}>
            <span className="version-about">
              <b>
                Created {formatLocalDate(link.created_at)}
                {link.made_by === null ? '' : ' by '}
                {link.made_by === null ? null : <bdi>{link.made_by}</bdi>}
              </b>
              <small>Expires {formatLocalDate(link.expires_at)}</small>
            </span>
            <button
              type="button"
              className="btn btn-quiet btn-sm"
              aria-label={`Revoke the link created ${formatLocalDate(link.created_at)}`}
              onClick={() => onRevoke(link)}
            >
              Revoke
            </button>
          </li>
        ))}
      </ul>
      {links.length < 2 ? null : (
        <button type="button" className="btn btn-quiet btn-sm" onClick={() => onRevoke('all')}>
          Revoke all
        </button>
      )}
    </>
  );
}

/** The URL of a new link, which is shown only once; selected, in case copying is blocked. */
function NewLink({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <div className="made-link">
      <label>
        <span className="label">New link</span>
        <input ref={field} className="input" readOnly value={url} onFocus={(event) => event.target.select()} />
      </label>
      <button type="button" className="btn btn-line" onClick={() => void copy(url)}>
        Copy
      </button>
      <p className="hint">Copy it now. It won't be shown again.</p>
    </div>
  );
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    await toast({ title: 'Preview link copied!', text: 'It works for 30 days.' });
  } catch {
    // Blocked by the browser. The link is on the page and can be copied there.
  }
}

function showError(title: string, error: unknown): void {
  void toast({ title, text: error instanceof Error ? error.message : '', wrong: true });
}
