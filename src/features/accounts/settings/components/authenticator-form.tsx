import { useEffect } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { QrCode } from '#src/ui/qr-code.tsx';
import { send } from '../../components/send.ts';
import { useSentForm } from '../../components/use-sent-form.ts';
import { CodeForm } from '../account-forms.ts';

type Props = {
  /** `otpauth:` address with the key. */
  uri: string;
  onDone: (recoveryCodes: string[]) => Promise<void>;
  onCancel: () => void;
};

/** The key for the app, as a picture and as text, and the first code, which switches it on. */
export function AuthenticatorForm({ uri, onDone, onCancel }: Props) {
  const { field, failure, isBusy, onSubmit, form } = useSentForm({
    schema: CodeForm,
    defaults: { code: '' },
    failTitle: 'Not switched on',
    blankText: 'Please enter the code',
    send: async ({ code }) => {
      const { recoveryCodes } = await send<{ recoveryCodes: string[] }>('PUT', '/account/second-factor', { code });
      await onDone(recoveryCodes);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => form.setFocus('code'), []);
  const key = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <form noValidate className="sheet-form" onSubmit={onSubmit}>
      {failure && failure.code !== 'wrong_code' ? (
        <Alert title="Not switched on" wrong>
          {failure.text}
        </Alert>
      ) : null}
      <div className="authenticator">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div>
          <p>Scan this with your authenticator app, or type the key:</p>
          <p className="otp-key">
            <code>{key.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
        </div>
      </div>
      <Field
        {...field('code')}
        scope="authenticator"
        label="Code from the app"
        hint="Six digits. A new one comes every half minute."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
      />
      <div className="sheet-end">
        <BusyButton isBusy={isBusy} busyText="Switching on..." className="btn btn-solid">
          Switch on
        </BusyButton>
        <button type="button" className="btn btn-line" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
