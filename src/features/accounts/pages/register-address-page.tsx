import { useEffect } from 'react';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field, PasswordField } from '#src/ui/field.tsx';
import { go } from '#src/ui/go.ts';
import { urls } from '#src/urls.ts';
import { Gate } from '../components/gate.tsx';
import { GateForm } from '../components/gate-form.tsx';
import type { GateProps } from '../components/gate-props.ts';
import { send } from '../components/send.ts';
import { rememberSent, useSentTo } from '../components/sent-to.ts';
import { useSentForm } from '../components/use-sent-form.ts';
import { AddressChangeForm } from '../gate-schemas.ts';
import { FILL_ALL } from '../registration-schema.ts';

/** For who mistyped the address when registering: the password tells that it was them. */
export function RegisterAddressPage({ posted, next: asked }: GateProps) {
  const sentTo = useSentTo();
  const next = sentTo?.next ?? asked;
  const { field, failure, form, isBusy, onSubmit } = useSentForm({
    schema: AddressChangeForm,
    defaults: { email: '', password: '', newEmail: '' },
    posted,
    failTitle: FAIL_TITLE,
    blankText: FILL_ALL,
    leaves: true,
    send: async (values) => {
      await send('POST', '/registrations/address', { ...values, next });
      rememberSent(values.newEmail, next);
      go(urls.registerSent());
    },
  });
  const known = sentTo?.email;
  useEffect(() => {
    if (known !== undefined && form.getValues('email') === '') form.setValue('email', known);
  }, [known, form]);

  return (
    <Gate title="Change the address" lede="Mistyped it? Tell us the right one, and we send the mail there" art="register">
      <GateForm action={urls.registerAddress()} hidden={{ next }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <Field {...field('email')} label="The address you registered with" type="email" autoComplete="username" required />
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" required />
        <Field {...field('newEmail')} label="The right address" type="email" autoComplete="email" required />
        <BusyButton isBusy={isBusy} busyText="Sending...">
          Send it there
        </BusyButton>
      </GateForm>
      <p className="gate-alt">
        <a className="link" href={urls.registerSent()}>
          Back
        </a>
      </p>
    </Gate>
  );
}

const FAIL_TITLE = 'Nothing was sent';
