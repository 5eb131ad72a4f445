import { useEffect } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field, PasswordField } from '#src/ui/field.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { urls } from '#src/urls.ts';
import { AddressChangeForm, FILL_ALL } from '../auth-schemas.ts';
import { AuthForm } from '../components/auth-form.tsx';
import { AuthLayout, type AuthPageProps } from '../components/auth-layout.tsx';
import { NOT_SENT, rememberSentEmail, useSentEmail } from '../components/email-request-forms.tsx';

/** Corrects the email address of a new registration. The password proves ownership. */
export function RegisterAddressPage({ posted, next: requested }: AuthPageProps) {
  const sentEmail = useSentEmail();
  const next = sentEmail?.next ?? requested;
  const { field, failure, form, isBusy, onSubmit } = useApiForm({
    schema: AddressChangeForm,
    defaults: { email: '', password: '', newEmail: '' },
    posted,
    failTitle: NOT_SENT,
    blankText: FILL_ALL,
    leaves: true,
    send: async (values) => {
      await apiRequest('POST', '/registrations/address', { ...values, next });
      rememberSentEmail(values.newEmail, next);
      navigate(urls.registerSent());
    },
  });
  const known = sentEmail?.email;
  useEffect(() => {
    if (known !== undefined && form.getValues('email') === '') form.setValue('email', known);
  }, [known, form]);

  return (
    <AuthLayout title="Change the address" lede="Wrong address? Enter the correct one and we'll send the email there" art="register">
      <AuthForm action={urls.registerAddress()} hidden={{ next }} failure={failure} failTitle={NOT_SENT} onSubmit={onSubmit}>
        <Field {...field('email')} label="Email address you registered with" type="email" autoComplete="username" required />
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" required />
        <Field {...field('newEmail')} label="Correct email address" type="email" autoComplete="email" required />
        <BusyButton isBusy={isBusy} busyText="Sending...">
          Send to this address
        </BusyButton>
      </AuthForm>
      <p className="gate-alt">
        <a className="link" href={urls.registerSent()}>
          Back
        </a>
      </p>
    </AuthLayout>
  );
}
