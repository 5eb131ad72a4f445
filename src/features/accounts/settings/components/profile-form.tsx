import { useState } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { toast } from '#src/ui/toast.ts';
import { setMe } from '../../components/me.ts';
import { send } from '../../components/send.ts';
import { useSentForm } from '../../components/use-sent-form.ts';
import { NOTICES } from '../../notices.ts';
import { FILL_ALL } from '../../registration-schema.ts';
import { NameForm } from '../account-forms.ts';
import { CAMEOS, type Cameo } from '../cameos.ts';
import type { AccountView } from '../get-account.ts';
import { Avatar } from './avatar.tsx';
import type { SectionProps } from './section-props.ts';

/** Name and picture. */
export function ProfileForm({ account, change }: SectionProps) {
  const [image, setImage] = useState<Cameo | null>(account.image);
  const { field, failure, isBusy, onSubmit } = useSentForm({
    schema: NameForm,
    defaults: { name: account.name },
    failTitle: 'Profile not updated',
    blankText: FILL_ALL,
    send: async ({ name }) => {
      const saved = await send<AccountView>('PATCH', '/account', { name, image });
      change(saved);
      setMe({ name: saved.name, email: saved.email, role: saved.role });
      await toast(NOTICES.email_changed);
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
          {[null, ...CAMEOS].map((each) => (
            <label key={each ?? 'letter'} className="cameo-option">
              <input type="radio" name="image" checked={image === each} onChange={() => setImage(each)} />
              <Avatar image={each} name={account.name} />
              <span>{each === null ? 'Letter' : nameOf(each)}</span>
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

function nameOf(cameo: Cameo): string {
  return cameo.charAt(0).toUpperCase() + cameo.slice(1);
}
