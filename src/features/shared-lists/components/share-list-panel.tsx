import '#src/ui/styles/sharing/panel.css';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ACCOUNT_HEADER, hashEmail } from '#src/api-client/account-header.ts';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { useAuthState } from '#src/api-client/current-user.ts';
import { flushBookshelf } from '#src/features/reader-library/components/library-store.ts';
import { type LoadCards, useTaleCards } from '#src/features/reader-library/components/use-tale-cards.ts';
import type { Shelf } from '#src/features/reader-library/contract.ts';
import { copyLink, copyText, LinkField } from '#src/features/sharing/components/copy-link.tsx';
import { QrCard, ShareDialog } from '#src/features/sharing/components/share-panel.tsx';
import type { TaleView } from '#src/features/tales/contract.ts';
import { Alert } from '#src/ui/alert.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { ListShare } from '../contract.ts';
import { writeListLink } from '../list-link.ts';
import { ListTools } from './list-tools.tsx';

type Props = { shelf: Shelf; loadCards: LoadCards; loadTale: (slug: string) => Promise<TaleView>; onClose: () => void };

/** Dialog to share a collection: by a link that follows it, or logged out by a link that carries it; or on paper or as a book. */
export function ShareListPanel({ shelf, loadCards, loadTale, onClose }: Props) {
  const { status, person } = useAuthState();
  const loaded = useTaleCards(
    shelf.tales.map(({ tale }) => tale),
    loadCards,
  );
  const slugs = loaded.cards.map(({ slug }) => slug);
  return (
    <ShareDialog title="Share this collection" onClose={onClose}>
      {status === 'loading' ? <Loading /> : null}
      {status === 'in' && person !== null ? <StoredLink shelf={shelf} email={person.email} onClose={onClose} /> : null}
      {status === 'out' ? <CarryingLink {...{ shelf, slugs, onClose }} status={loaded.status} retry={loaded.retry} /> : null}
      {loaded.status === 'ready' && slugs.length > 0 ? (
        <>
          <h3 className="label">Tales as an e-book or on paper</h3>
          <ListTools name={shelf.name} slugs={slugs} path={urls.myCollection(shelf.id)} loadTale={loadTale} />
        </>
      ) : null}
    </ShareDialog>
  );
}

function Loading() {
  return (
    <p className="share-hint" role="status">
      Loading…
    </p>
  );
}

function NoConnection({ message, retry }: { message: string; retry: () => void }) {
  return (
    <>
      <Alert title={navigator.onLine ? "Couldn't reach the server" : 'You are offline'} wrong>
        {message}
      </Alert>
      <div className="share-buttons">
        <button type="button" className="btn btn-line" onClick={retry}>
          Try again
        </button>
      </div>
    </>
  );
}

const NEEDS_CONNECTION = 'Sharing a collection needs a connection.';

/** The link of a logged-in reader: created, copied and revoked here. */
function StoredLink({ shelf, email, onClose }: { shelf: Shelf; email: string; onClose: () => void }) {
  const { share, created, failure, isBusy, load, create, revoke } = useListShare(shelf.id, email);
  const [isAsking, setAsking] = useState(false);
  if (failure !== '') return <NoConnection message={failure} retry={load} />;
  if (share === undefined) return <Loading />;
  if (share === null)
    return (
      <>
        <p className="share-hint">
          Everyone with the link can see the name and the tales of this collection, without an account. Your name is not shown.
        </p>
        <div className="share-buttons">
          <button type="button" className="btn btn-solid" aria-busy={isBusy || undefined} onClick={create}>
            {isBusy ? <span className="spinner" aria-hidden="true" /> : null}
            Create link
          </button>
        </div>
      </>
    );
  return (
    <ShareableLink
      path={share.path}
      name={shelf.name}
      onClose={onClose}
      created={created}
      hint="The link always shows the current tales of this collection."
    >
      <button type="button" className="btn btn-quiet is-danger" onClick={() => setAsking(true)}>
        Stop sharing
      </button>
      {isAsking ? (
        <ConfirmDialog
          title="Stop sharing?"
          confirm="Stop sharing"
          onCancel={() => setAsking(false)}
          onConfirm={async () => {
            await revoke();
            setAsking(false);
          }}
        >
          The link will stop working for everyone who has it. Your collection stays as it is.
        </ConfirmDialog>
      ) : null}
    </ShareableLink>
  );
}

type Created = 'copied' | 'not-copied';

/**
 * Loads and changes the share of a shelf. `share`: undefined while it is loading, null if there is none. `created`: whether a link that was
 * created here is in the clipboard; undefined for one that existed.
 */
function useListShare(shelf: string, email: string) {
  const [share, setShare] = useState<ListShare['share']>();
  const [created, setCreated] = useState<Created>();
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);

  const request = useCallback(
    async (method: 'GET' | 'PUT' | 'DELETE') => {
      setBusy(true);
      setFailure('');
      try {
        // The account may not know the collection yet.
        if (method === 'PUT') await flushBookshelf();
        const path = `/bookshelf/shelves/${shelf}/share`;
        const answer = await apiRequest<ListShare | undefined>(method, path, undefined, { [ACCOUNT_HEADER]: hashEmail(email) });
        const share = answer?.share ?? null;
        // Some browsers only copy immediately after a click: then the button Copy link is there.
        if (method === 'PUT' && share !== null)
          setCreated((await copyText(new URL(share.path, location.href).href)) ? 'copied' : 'not-copied');
        setShare(share);
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setFailure(error.status === 0 ? NEEDS_CONNECTION : error.message);
        return false;
      } finally {
        setBusy(false);
      }
    },
    [shelf, email],
  );
  const load = useCallback(() => void request('GET'), [request]);
  useEffect(load, [load]);
  const revoke = async () => {
    if (await request('DELETE')) void toast({ title: 'Collection is no longer shared' });
  };
  return { share, created, failure, isBusy, load, create: () => void request('PUT'), revoke };
}

type CarryingProps = {
  shelf: Shelf;
  slugs: readonly string[];
  status: 'loading' | 'ready' | 'failed';
  retry: () => void;
  onClose: () => void;
};

/** The link of a logged-out reader, which has the slugs of the first tales in it. */
function CarryingLink({ shelf, slugs, status, retry, onClose }: CarryingProps) {
  if (status === 'failed') return <NoConnection message={NEEDS_CONNECTION} retry={retry} />;
  if (status === 'loading') return <Loading />;
  if (slugs.length === 0) return <p className="share-hint">Save a tale to this collection before you share it.</p>;
  const { path, count } = writeListLink(shelf.name, slugs);
  return (
    <ShareableLink
      path={path}
      name={shelf.name}
      onClose={onClose}
      hint={
        <>
          {count < shelf.tales.length ? `This link has the first ${count} tales. ` : null}
          Later changes of your collection are not included in this link.{' '}
          <a className="link" href={urls.login(urls.myCollection(shelf.id))}>
            Log in
          </a>{' '}
          for one that stays up to date.
        </>
      }
    />
  );
}

/** Longer links make codes that cameras cannot read. */
const MAX_QR_LENGTH = 700;

type LinkProps = { path: string; name: string; hint: ReactNode; onClose: () => void; created?: Created | undefined; children?: ReactNode };

/** The link, to copy or scan. One that was just created gets the focus, as its button is gone. */
function ShareableLink({ path, name, hint, onClose, created, children }: LinkProps) {
  const [isRefused, setRefused] = useState(false);
  const url = new URL(path, location.href).href;

  /** Closes when copied, as the toast is behind the dialog. */
  async function copy(): Promise<void> {
    if (await copyLink(url)) onClose();
    else setRefused(true);
  }

  return (
    <>
      <LinkField
        link={url}
        isSelected={isRefused || created !== undefined}
        note={isRefused ? undefined : created === 'copied' ? 'Link copied' : ''}
      />
      <p className="share-hint">{hint}</p>
      <div className="share-buttons">
        <button type="button" className="btn btn-solid" onClick={() => void copy()}>
          <Icon name="link" />
          Copy link
        </button>
        {children}
      </div>
      {url.length > MAX_QR_LENGTH ? (
        <p className="share-hint">This link is too long for a QR code.</p>
      ) : (
        <div className="share-part">
          <QrCard title={name} slug="list" url={url} caption={name} onClose={onClose} />
        </div>
      )}
    </>
  );
}
