import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { dayOf } from '#src/ui/when.ts';
import type { PreviewLinks as Links, NewPreviewLink, PreviewLink } from '../contract.ts';

/** Links that show a tale before it is public: made, copied, listed, withdrawn. */
export function PreviewLinks({ taleId }: { taleId: string }) {
  const path = `/admin/tales/${taleId}/preview-links`;
  const key = ['staff', 'preview-links', taleId];
  const client = useQueryClient();
  const query = useQuery({ queryKey: key, queryFn: () => send<Links>('GET', path), staleTime: 0, retry: false });
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<NewPreviewLink | null>(null);
  const [asked, setAsked] = useState<PreviewLink | 'all' | null>(null);
  const links = query.data?.links ?? [];

  async function make(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const link = await send<NewPreviewLink>('POST', path);
      setMade(link);
      await Promise.all([client.invalidateQueries({ queryKey: key }), copy(link.url)]);
    } catch (error) {
      fail('Error making link', error);
    }
    setBusy(false);
  }

  async function withdraw(which: PreviewLink | 'all'): Promise<void> {
    try {
      await send('DELETE', which === 'all' ? path : `${path}/${which.id}`);
      if (which === 'all' || which.id === made?.id) setMade(null);
      await client.invalidateQueries({ queryKey: key });
      void toast({ title: which === 'all' ? 'Links withdrawn' : 'Link withdrawn', text: 'Whoever opens it now finds nothing.' });
    } catch (error) {
      fail('Error withdrawing link', error);
    }
    setAsked(null);
  }

  return (
    <div className="previews">
      <p className="hint">Whoever has a preview link can read this tale before it is published, for 30 days or until you withdraw it.</p>
      <button
        type="button"
        className="btn btn-line"
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
        onClick={() => void make()}
      >
        <Icon name="eye" />
        {isBusy ? 'Making link...' : 'Make a preview link'}
      </button>
      {made === null ? null : <MadeLink key={made.id} url={made.url} />}
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
      {query.isSuccess && links.length === 0 ? <p className="hint">There is no link to this tale.</p> : null}
      {links.length === 0 ? null : <LinkList links={links} onWithdraw={setAsked} />}
      {asked === null ? null : (
        <ConfirmDialog title="Are you sure?" confirm="Withdraw" onConfirm={() => withdraw(asked)} onCancel={() => setAsked(null)}>
          {asked === 'all'
            ? 'This will withdraw all preview links of this tale. Whoever has one can no longer read it.'
            : `This will withdraw the link made on ${dayOf(asked.created_at)}. Whoever has it can no longer read the tale.`}
        </ConfirmDialog>
      )}
    </div>
  );
}

function LinkList({ links, onWithdraw }: { links: readonly PreviewLink[]; onWithdraw: (which: PreviewLink | 'all') => void }) {
  return (
    <>
      <ul className="version-list">
        {links.map((link) => (
          <li key={link.id}>
            <span className="version-about">
              <b>
                Made {dayOf(link.created_at)}
                {link.made_by === null ? '' : ' by '}
                {link.made_by === null ? null : <bdi>{link.made_by}</bdi>}
              </b>
              <small>Opens until {dayOf(link.expires_at)}</small>
            </span>
            <button
              type="button"
              className="btn btn-quiet btn-sm"
              aria-label={`Withdraw the link made ${dayOf(link.created_at)}`}
              onClick={() => onWithdraw(link)}
            >
              Withdraw
            </button>
          </li>
        ))}
      </ul>
      {links.length < 2 ? null : (
        <button type="button" className="btn btn-quiet btn-sm" onClick={() => onWithdraw('all')}>
          Withdraw all
        </button>
      )}
    </>
  );
}

/** The address, which cannot be had again: selected, for where copying is refused. */
function MadeLink({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <div className="made-link">
      <label>
        <span className="label">The new link</span>
        <input ref={field} className="input" readOnly value={url} onFocus={(event) => event.target.select()} />
      </label>
      <button type="button" className="btn btn-line" onClick={() => void copy(url)}>
        Copy
      </button>
      <p className="hint">Keep it now: it is shown this once.</p>
    </div>
  );
}

/** Says so only when it was copied; the link stands on the page in any case. */
async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    await toast({ title: 'Preview link copied!', text: 'It opens the tale for 30 days.' });
  } catch {
    // Refused by the browser: the field with the link says the rest.
  }
}

function fail(title: string, error: unknown): void {
  void toast({ title, text: error instanceof Error ? error.message : '', wrong: true });
}
