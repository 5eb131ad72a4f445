import { useState } from 'react';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { AdminTable, RowTitle, StatusBadge } from '#src/admin-ui/admin-table.tsx';
import { PagedList, usePagedList, useReloadLists } from '#src/admin-ui/paged-list.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { formatLocalDate, formatLocalTime } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { CreateKeyForm, NewKeyPanel } from '../components/create-key-form.tsx';
import type { ApiKey, ApiKeyList, CreatedKey } from '../contract.ts';

/** What a key gives access to, by the first path segment of the endpoints. manage-api.test.ts compares it with the endpoints. */
export const KEY_AREAS: Readonly<Record<string, string>> = {
  tales: 'tales',
  choices: 'tales',
  'publish-check': 'tales',
  previews: 'tales',
  'drawn-cover': 'tales',
  drafts: 'drafts',
  suggestions: 'suggested changes',
  authors: 'authors',
  categories: 'categories',
  collections: 'collections',
  featured: 'featured tales',
  nights: 'nights',
  calendar: 'the calendar',
  media: 'images',
  files: 'files',
  folders: 'files',
  'file-uploads': 'files',
  imports: 'imports',
  'import-runs': 'imports',
  newsletter: 'the newsletter',
};

/** Creates, lists and revokes API keys. */
export function ManageKeysPage() {
  const query = usePagedList<ApiKeyList>('/keys', {});
  const reload = useReloadLists('/keys');
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const keys = query.data?.pages.flatMap((page) => page.keys) ?? [];

  async function revoke({ id, name }: ApiKey): Promise<void> {
    try {
      await apiRequest('DELETE', `/admin/keys/${id}`);
      if (created?.key.id === id) setCreated(null);
      await reload();
      void toast({ title: 'Key revoked', text: `Key “${name}” was revoked.` });
    } catch (error) {
      void toast({ title: 'Error revoking key', text: error instanceof Error ? error.message : '', wrong: true });
    }
    setRevoking(null);
  }

  return (
    <AdminFrame title="API keys" lede="Access for applications that read or change your tales" path={urls.manageKeys()}>
      {created === null ? (
        <CreateKeyForm
          onCreated={async (next) => {
            setCreated(next);
            await reload();
          }}
        />
      ) : (
        <NewKeyPanel created={created} onDone={() => setCreated(null)} />
      )}
      <p className="key-note">
        A key has your permissions for {new Intl.ListFormat('en').format(new Set(Object.values(KEY_AREAS)))}, and no access to users,
        messages, emails, the audit log or settings. See{' '}
        <a className="link" href={urls.apiGuide()}>
          the API guide
        </a>
        .
      </p>
      <PagedList
        query={query}
        count={keys.length}
        words={['key', 'keys']}
        loading="Loading keys..."
        empty="No API keys yet."
        failed="Error loading keys"
      >
        <KeyTable keys={keys} onRevoke={setRevoking} />
      </PagedList>
      {revoking === null ? null : (
        <ConfirmDialog title="Are you sure?" confirm="Revoke" onConfirm={() => revoke(revoking)} onCancel={() => setRevoking(null)}>
          Applications using the key “<bdi>{revoking.name}</bdi>” lose access immediately. This action cannot be undone.
        </ConfirmDialog>
      )}
    </AdminFrame>
  );
}

function KeyTable({ keys, onRevoke }: { keys: ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  return (
    <AdminTable
      rows={keys}
      columns={[
        { title: 'Key', cell: (key) => <KeyTitle apiKey={key} /> },
        { title: 'Status', cell: (key) => <KeyBadges apiKey={key} /> },
        { title: 'Created', className: 'when figures', label: true, cell: (key) => formatLocalDate(key.created_at) },
        {
          title: 'Last used',
          className: 'when figures',
          label: true,
          cell: (key) => (key.last_used_at === null ? 'Never' : formatLocalTime(key.last_used_at)),
        },
        { title: 'Expires', className: 'when figures', label: true, cell: expiryOf },
        {
          title: 'Actions',
          className: 'row-action',
          cell: (key) =>
            key.state === 'revoked' || key.state === 'expired' ? null : (
              <button type="button" className="btn btn-line btn-sm" aria-label={`Revoke the key ${key.name}`} onClick={() => onRevoke(key)}>
                Revoke
              </button>
            ),
        },
      ]}
    />
  );
}

function KeyTitle({ apiKey: { name, start, made_by } }: { apiKey: ApiKey }) {
  const note = (
    <>
      <code>{start}…</code> by <bdi>{made_by}</bdi>
    </>
  );
  return (
    <RowTitle note={note}>
      <bdi>{name}</bdi>
    </RowTitle>
  );
}

function expiryOf({ state, expires_at }: ApiKey): string {
  if (state === 'revoked') return '';
  return expires_at === null ? 'Never' : formatLocalDate(expires_at);
}

const STATES = {
  active: { kind: 'good', text: 'Active' },
  idle: { kind: 'amber', text: 'Owner is not an administrator' },
  expired: { kind: 'amber', text: 'Expired' },
  revoked: { kind: 'rose', text: 'Revoked' },
} as const;

function KeyBadges({ apiKey: { scope, state } }: { apiKey: ApiKey }) {
  const { kind, text } = STATES[state];
  return (
    <span className="row-badges">
      <StatusBadge kind={kind}>{text}</StatusBadge>
      <span className="badge">{scope === 'write' ? 'Read and write' : 'Read'}</span>
    </span>
  );
}
