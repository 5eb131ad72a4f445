import { useState } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { formatLocalDate } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useSite } from '#src/ui/site.ts';
import { toast } from '#src/ui/toast.ts';
import type { AccountView } from '../get-account.ts';
import { type SectionProps, SettingsSection } from './account-frame.tsx';
import { ConfirmPasswordForm, useOpener } from './confirm-password-form.tsx';

type Identity = AccountView['identities'][number];

/** Links and unlinks logins with identity providers. */
export function IdentitiesSection({ account, change }: SectionProps) {
  const { identities, email } = account;
  const { loginProviders = [] } = useSite();
  const [linking, setLinking] = useState<string | null>(null);
  const { opener, open, close } = useOpener(() => setLinking(null));
  const others = loginProviders.filter(({ name }) => identities.every(({ provider }) => provider !== name));
  const chosen = others.find(({ id }) => id === linking);

  async function link(provider: string, current: string): Promise<void> {
    const { url } = await apiRequest<{ url: string }>('POST', '/account/identities', { provider, current });
    location.assign(url);
    // The form stays busy until the page is left.
    await new Promise(() => {});
  }

  return (
    <SettingsSection id="identities" title="Linked logins" lede="Log in with an account that you have elsewhere, instead of your password.">
      {identities.length > 0 ? (
        <ul className="rows">
          {identities.map((identity) => (
            <IdentityRow
              key={identity.id}
              identity={identity}
              email={email}
              onUnlinked={() => {
                change({ identities: identities.filter((each) => each !== identity) });
                close();
              }}
            />
          ))}
        </ul>
      ) : null}
      {chosen ? (
        <ConfirmPasswordForm
          scope="identity"
          email={email}
          submit={`Continue to ${chosen.name}`}
          failTitle="Not linked"
          onConfirm={(current) => link(chosen.id, current)}
          onCancel={close}
        />
      ) : (
        <div className="sheet-end">
          {others.map(({ id, name }) => (
            <button key={id} type="button" ref={opener(id)} className="btn btn-solid" onClick={() => open(id, () => setLinking(id))}>
              Link {name}
            </button>
          ))}
        </div>
      )}
    </SettingsSection>
  );
}

type RowProps = { identity: Identity; email: string; onUnlinked: () => void };

function IdentityRow({ identity: { id, provider, linked }, email, onUnlinked }: RowProps) {
  const [isUnlinking, setUnlinking] = useState(false);
  const { opener, open, close } = useOpener(() => setUnlinking(false));

  async function unlink(current: string): Promise<void> {
    await apiRequest('DELETE', `/account/identities/${id}`, { current });
    onUnlinked();
    await toast({ title: 'Login unlinked', text: `You can no longer log in with ${provider}.` });
  }

  if (isUnlinking)
    return (
      <li className="row">
        <ConfirmPasswordForm
          scope={`identity-${id}`}
          email={email}
          submit={`Unlink ${provider}`}
          isDangerous
          failTitle="Not unlinked"
          onConfirm={unlink}
          onCancel={close}
        />
      </li>
    );
  return (
    <li className="row">
      <Icon name="key" />
      <span className="row-text">
        <b>{provider}</b>
        <small>Linked {formatLocalDate(linked)}</small>
      </span>
      <span className="row-end">
        <button
          type="button"
          className="btn btn-line btn-sm"
          ref={opener('unlink')}
          aria-label={`Unlink ${provider}`}
          onClick={() => open('unlink', () => setUnlinking(true))}
        >
          Unlink
        </button>
      </span>
    </li>
  );
}
