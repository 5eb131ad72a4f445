import { useEffect, useRef, useState } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { AuthenticatorCodeForm } from '#src/features/accounts/settings-schemas.ts';
import { can } from '#src/permissions.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { QrCode } from '#src/ui/qr-code.tsx';
import { useSite } from '#src/ui/site.ts';
import { toast } from '#src/ui/toast.ts';
import { type SectionProps, SettingsSection } from './account-frame.tsx';
import { ConfirmPasswordForm, useOpener } from './confirm-password-form.tsx';

type Step = { at: 'rest' | 'begin' | 'renew' | 'end' } | { at: 'scan'; uri: string } | { at: 'codes'; codes: string[] };

/** Two-factor authentication with an authenticator app. */
export function TwoFactorSection({ account, change }: SectionProps) {
  const { secondFactor, email, role } = account;
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const { opener, open, close } = useOpener(() => setStep({ at: 'rest' }));
  const ask = { email, onCancel: close };
  return (
    <SettingsSection
      id="second-factor"
      title="Two-factor authentication"
      lede="In addition to your password, logging in requires a code from an authenticator app. Then a stolen password is not enough to log in."
      badge={<span className={secondFactor.isOn ? 'state is-on' : 'state'}>{secondFactor.isOn ? 'On' : 'Off'}</span>}
    >
      {can(role, 'editTales') && !secondFactor.isOn ? (
        <Alert title="Recommended for editors and administrators" icon="key">
          Your account can change every tale. Please protect it with two-factor authentication.
        </Alert>
      ) : null}
      {step.at === 'rest' ? <Overview {...secondFactor} opener={opener} onStep={(at) => open(at, () => setStep({ at }))} /> : null}
      {step.at === 'begin' ? (
        <ConfirmPasswordForm
          {...ask}
          scope="begin"
          submit="Continue"
          failTitle="Not set up"
          onConfirm={async (current) =>
            setStep({ at: 'scan', ...(await apiRequest<{ uri: string }>('POST', '/account/second-factor', { current })) })
          }
        />
      ) : null}
      {step.at === 'scan' ? (
        <AuthenticatorForm
          uri={step.uri}
          onCancel={close}
          onDone={async (codes) => {
            change({ secondFactor: { isOn: true, recoveryCodesLeft: codes.length } });
            setStep({ at: 'codes', codes });
            await toast({ title: 'Two-factor authentication is on', text: 'Logging in now also requires a code.' });
          }}
        />
      ) : null}
      {step.at === 'codes' ? <RecoveryCodes codes={step.codes} onDone={close} /> : null}
      {step.at === 'renew' ? (
        <ConfirmPasswordForm
          {...ask}
          scope="renew"
          submit="Create new codes"
          failTitle="No new codes"
          onConfirm={async (current) => {
            const { recoveryCodes: codes } = await apiRequest<{ recoveryCodes: string[] }>('POST', '/account/recovery-codes', { current });
            change({ secondFactor: { isOn: true, recoveryCodesLeft: codes.length } });
            setStep({ at: 'codes', codes });
          }}
        />
      ) : null}
      {step.at === 'end' ? (
        <ConfirmPasswordForm
          {...ask}
          scope="end"
          submit="Turn off"
          isDangerous
          failTitle="Not turned off"
          onConfirm={async (current) => {
            await apiRequest('DELETE', '/account/second-factor', { current });
            change({ secondFactor: { isOn: false, recoveryCodesLeft: 0 } });
            close();
            await toast({ title: 'Two-factor authentication is off', text: 'Your password alone is enough to log in.' });
          }}
        />
      ) : null}
    </SettingsSection>
  );
}

type OverviewProps = SectionProps['account']['secondFactor'] & {
  opener: ReturnType<typeof useOpener>['opener'];
  onStep: (at: 'begin' | 'renew' | 'end') => void;
};

function Overview({ isOn, recoveryCodesLeft, opener, onStep }: OverviewProps) {
  if (!isOn)
    return (
      <div className="sheet-end">
        <button type="button" ref={opener('begin')} className="btn btn-solid" onClick={() => onStep('begin')}>
          Set up
        </button>
      </div>
    );
  return (
    <>
      <p className={recoveryCodesLeft <= 3 ? 'sheet-note is-low' : 'sheet-note'}>
        {recoveryCodesLeft === 1 ? '1 recovery code left.' : `${recoveryCodesLeft} recovery codes left.`}
      </p>
      <div className="sheet-end">
        <button type="button" ref={opener('renew')} className="btn btn-line" onClick={() => onStep('renew')}>
          New recovery codes
        </button>
        <button type="button" ref={opener('end')} className="btn btn-line" onClick={() => onStep('end')}>
          Turn off
        </button>
      </div>
    </>
  );
}

type AuthenticatorFormProps = {
  /** `otpauth:` URI with the key. */
  uri: string;
  onDone: (recoveryCodes: string[]) => Promise<void>;
  onCancel: () => void;
};

/** Shows the key for the app as QR code and text. The first code from the app turns two-factor authentication on. */
function AuthenticatorForm({ uri, onDone, onCancel }: AuthenticatorFormProps) {
  const { field, failure, isBusy, onSubmit, form } = useApiForm({
    schema: AuthenticatorCodeForm,
    defaults: { code: '' },
    failTitle: 'Not turned on',
    blankText: 'Please enter the code',
    send: async ({ code }) => {
      const { recoveryCodes } = await apiRequest<{ recoveryCodes: string[] }>('PUT', '/account/second-factor', { code });
      await onDone(recoveryCodes);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => form.setFocus('code'), []);
  const key = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <form noValidate className="sheet-form" onSubmit={onSubmit}>
      {failure && failure.code !== 'wrong_code' ? (
        <Alert title="Not turned on" wrong>
          {failure.text}
        </Alert>
      ) : null}
      <div className="authenticator">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div>
          <p>Scan this with your authenticator app, or enter the key:</p>
          <p className="otp-key">
            <code>{key.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
        </div>
      </div>
      <Field
        {...field('code')}
        scope="authenticator"
        label="Code from the app"
        hint="6 digits. It changes every 30 seconds."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
      />
      <div className="sheet-end">
        <BusyButton isBusy={isBusy} busyText="Turning on..." className="btn btn-solid">
          Turn on
        </BusyButton>
        <button type="button" className="btn btn-line" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** The recovery codes, which are shown only once. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { name: site } = useSite();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <div className="recovery">
      <h3 ref={title} tabIndex={-1}>
        Your recovery codes
      </h3>
      <p>Each code works once if you don't have your authenticator app. Save them somewhere safe: they won't be shown again.</p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="sheet-end">
        <button type="button" className="btn btn-line" onClick={() => void copy(text)}>
          Copy
        </button>
        <button type="button" className="btn btn-line" onClick={() => download(`${site} recovery codes\n\n${text}\n`)}>
          Download
        </button>
        <button type="button" className="btn btn-solid" onClick={onDone}>
          I've saved them
        </button>
      </div>
    </div>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    await toast({ title: 'Recovery codes copied' });
  } catch {
    await toast({ title: 'Error', text: 'Your browser could not copy the codes. Please download them instead.', wrong: true });
  }
}

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'talewood-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}
