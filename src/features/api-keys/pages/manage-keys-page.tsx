import { useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import { ListPanel } from '#src/features/staff/components/list-panel.tsx';
import { StaffFrame } from '#src/features/staff/components/staff-frame.tsx';
import { useStaffList, useStaffReload } from '#src/features/staff/components/use-staff-list.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { KeyTable } from '../components/key-table.tsx';
import { MadeKey } from '../components/made-key.tsx';
import { NewKey } from '../components/new-key.tsx';
import type { ApiKey, ApiKeyList, MadeKey as Made } from '../contract.ts';

/** What a key gives access to, by the first part of the endpoints' paths. manage-api.test.ts compares it with the endpoints. */
export const KEY_AREAS: Readonly<Record<string, string>> = {
  tales: 'tales',
  choices: 'tales',
  'publish-check': 'tales',
  previews: 'tales',
  'drawn-cover': 'tales',
  drafts: 'drafts',
  authors: 'authors',
  categories: 'categories',
  collections: 'collections',
  featured: 'featured tales',
  nights: 'nights',
  media: 'pictures',
  imports: 'imports',
  'import-runs': 'imports',
  newsletter: 'the newsletter',
};

/** Keys with which programs work on the collection: made, shown once, listed and revoked. */
export function ManageKeysPage() {
  const query = useStaffList<ApiKeyList>('/keys', {});
  const reload = useStaffReload('/keys');
  const [made, setMade] = useState<Made | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const keys = query.data?.pages.flatMap((page) => page.keys) ?? [];

  async function revoke({ id, name }: ApiKey): Promise<void> {
    try {
      await send('DELETE', `/admin/keys/${id}`);
      if (made?.key.id === id) setMade(null);
      await reload();
      void toast({ title: 'Key revoked', text: `“${name}” opens nothing any more.` });
    } catch (error) {
      void toast({ title: 'Error revoking key', text: error instanceof Error ? error.message : '', wrong: true });
    }
    setRevoking(null);
  }

  return (
    <StaffFrame title="API keys" lede="For programs that read or write the tales for you" path={urls.manageKeys()}>
      {made === null ? (
        <NewKey
          onMade={async (next) => {
            setMade(next);
            await reload();
          }}
        />
      ) : (
        <MadeKey made={made} onDone={() => setMade(null)} />
      )}
      <p className="key-note">
        A key has your permissions for {new Intl.ListFormat('en').format(new Set(Object.values(KEY_AREAS)))}, and no access to users,
        messages, emails, the log or settings. How programs use it stands in{' '}
        <a className="link" href={urls.apiGuide()}>
          the guide to the API
        </a>
        .
      </p>
      <ListPanel
        query={query}
        count={keys.length}
        words={['key', 'keys']}
        loading="Loading keys..."
        empty="No keys found. No program has been let in."
        failed="Error loading keys"
      >
        <KeyTable keys={keys} onRevoke={setRevoking} />
      </ListPanel>
      {revoking === null ? null : (
        <ConfirmDialog title="Are you sure?" confirm="Revoke" onConfirm={() => revoke(revoking)} onCancel={() => setRevoking(null)}>
          Programs that use the key “<bdi>{revoking.name}</bdi>” are shut out at once. This action cannot be undone.
        </ConfirmDialog>
      )}
    </StaffFrame>
  );
}
