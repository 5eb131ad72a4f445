import { type ReactNode, useState } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { setCurrentUser } from '#src/api-client/current-user.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { FILL_ALL } from '#src/features/accounts/auth-schemas.ts';
import { FLASH_MESSAGES } from '#src/features/accounts/flash-messages.ts';
import { AVATARS, type AvatarName, NameForm } from '#src/features/accounts/settings-schemas.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { formatLocalDate } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { AccountFrame, type SectionProps, useAccount } from '../components/account-frame.tsx';
import type { AccountView } from '../get-account.ts';

export function ProfilePage({ email }: { email: string }) {
  const { query, change } = useAccount(email);
  return (
    <AccountFrame title="Profile" lede="Your name and picture." query={query}>
      {(account) => (
        <div className="account-columns is-profile">
          <ProfileCard account={account} />
          <div className="sheets">
            <ProfileForm account={account} change={change} />
            <p className="account-more">
              Password, email, passkeys and content preferences are in{' '}
              <a className="link" href={urls.settings()}>
                Settings
              </a>
              . Changes of tales that you have suggested are in{' '}
              <a className="link" href={urls.contributions()}>
                Contributions
              </a>
              . Tales that you write are in{' '}
              <a className="link" href={urls.submissions()}>
                My submissions
              </a>
              .
            </p>
          </div>
        </div>
      )}
    </AccountFrame>
  );
}

/** Name, picture and reading statistics. */
function ProfileCard({ account }: { account: AccountView }) {
  const { name, email, image, joined, reading } = account;
  return (
    <section className="sheet profile-card" aria-label="You">
      <Avatar image={image} name={name} />
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <p className="profile-email">{email}</p>
      <p className="profile-joined">Member since {formatLocalDate(joined)}</p>
      <dl className="profile-facts">
        <Statistic value={reading.tales} name={reading.tales === 1 ? 'tale read' : 'tales read'} />
        <Statistic value={reading.minutes} name={reading.minutes === 1 ? 'minute' : 'minutes'} />
        <Statistic value={reading.shelves} name={reading.shelves === 1 ? 'collection' : 'collections'} />
      </dl>
      <a className="go profile-history" href={urls.history()}>
        Reading history <Icon name="arrow" />
      </a>
    </section>
  );
}

function Statistic({ value, name }: { value: number; name: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value.toLocaleString()}</dd>
    </div>
  );
}

/** Edits name and picture. */
function ProfileForm({ account, change }: SectionProps) {
  const [image, setImage] = useState<AvatarName | null>(account.image);
  const { field, failure, isBusy, onSubmit } = useApiForm({
    schema: NameForm,
    defaults: { name: account.name },
    failTitle: 'Profile not updated',
    blankText: FILL_ALL,
    send: async ({ name }) => {
      const saved = await apiRequest<AccountView>('PATCH', '/account', { name, image });
      change(saved);
      setCurrentUser({ name: saved.name, email: saved.email, role: saved.role });
      await toast(FLASH_MESSAGES.email_changed);
    },
  });
  return (
    <section className="sheet" aria-labelledby="edit-profile">
      <div className="sheet-head">
        <h2 id="edit-profile">Edit profile</h2>
      </div>
      {failure ? (
        <Alert title="Profile not updated" wrong>
          {failure.text}
        </Alert>
      ) : null}
      <form noValidate className="sheet-form is-wide" onSubmit={onSubmit}>
        <Field {...field('name')} label="Name" autoComplete="name" maxLength={200} required />
        <fieldset className="cameo-choice">
          <legend className="label">Picture</legend>
          {[null, ...AVATARS].map((each) => (
            <label key={each ?? 'letter'} className="cameo-option">
              <input type="radio" name="image" checked={image === each} onChange={() => setImage(each)} />
              <Avatar image={each} name={account.name} />
              <span>{each === null ? 'Initial' : capitalize(each)}</span>
            </label>
          ))}
        </fieldset>
        <div className="sheet-end">
          <BusyButton isBusy={isBusy} busyText="Saving..." className="btn btn-solid">
            Save
          </BusyButton>
        </div>
      </form>
    </section>
  );
}

/** The user's picture, or the initial of the name. Decorative: the name is always beside it. */
function Avatar({ image, name }: { image: AvatarName | null; name: string }) {
  if (image === null)
    return (
      <span className="avatar avatar-letter" aria-hidden="true">
        {[...name.trim()][0]?.toLocaleUpperCase() ?? ''}
      </span>
    );
  return <img className="avatar" src={`/art/cameo-${image}.svg`} alt="" width="400" height="400" />;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
