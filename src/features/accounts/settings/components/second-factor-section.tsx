import { useState } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { toast } from '#src/ui/toast.ts';
import { send } from '../../components/send.ts';
import { AskPassword } from './ask-password.tsx';
import { AuthenticatorForm } from './authenticator-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import type { SectionProps } from './section-props.ts';
import { SettingsSection } from './settings-section.tsx';
import { useOpener } from './use-opener.ts';

type Step = { at: 'rest' | 'begin' | 'renew' | 'end' } | { at: 'scan'; uri: string } | { at: 'codes'; codes: string[] };

/** A code of an authenticator app beside the password. */
export function SecondFactorSection({ account, change }: SectionProps) {
  const { secondFactor, email, role } = account;
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const { opener, open, close } = useOpener(() => setStep({ at: 'rest' }));
  const ask = { email, onCancel: close };
  return (
    <SettingsSection
      id="second-factor"
      title="Second factor"
      lede="Beside your password, a code from an authenticator app on your phone. Then a stolen password opens nothing."
      badge={<span className={secondFactor.isOn ? 'state is-on' : 'state'}>{secondFactor.isOn ? 'On' : 'Off'}</span>}
    >
      {role === 'admin' && !secondFactor.isOn ? (
        <Alert title="Recommended for storykeepers" icon="key">
          Your account can change every tale. Please guard it with a second factor.
        </Alert>
      ) : null}
      {step.at === 'rest' ? <Rest {...secondFactor} opener={opener} onStep={(at) => open(at, () => setStep({ at }))} /> : null}
      {step.at === 'begin' ? (
        <AskPassword
          {...ask}
          scope="begin"
          submit="Continue"
          failTitle="Not set up"
          onConfirm={async (current) =>
            setStep({ at: 'scan', ...(await send<{ uri: string }>('POST', '/account/second-factor', { current })) })
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
            await toast({ title: 'Second factor is on', text: 'From now on you log in with a code as well.' });
          }}
        />
      ) : null}
      {step.at === 'codes' ? <RecoveryCodes codes={step.codes} onDone={close} /> : null}
      {step.at === 'renew' ? (
        <AskPassword
          {...ask}
          scope="renew"
          submit="Make new codes"
          failTitle="No new codes"
          onConfirm={async (current) => {
            const { recoveryCodes: codes } = await send<{ recoveryCodes: string[] }>('POST', '/account/recovery-codes', { current });
            change({ secondFactor: { isOn: true, recoveryCodesLeft: codes.length } });
            setStep({ at: 'codes', codes });
          }}
        />
      ) : null}
      {step.at === 'end' ? (
        <AskPassword
          {...ask}
          scope="end"
          submit="Switch off"
          isDangerous
          failTitle="Not switched off"
          onConfirm={async (current) => {
            await send('DELETE', '/account/second-factor', { current });
            change({ secondFactor: { isOn: false, recoveryCodesLeft: 0 } });
            close();
            await toast({ title: 'Second factor is off', text: 'You log in with your password alone.' });
          }}
        />
      ) : null}
    </SettingsSection>
  );
}

type RestProps = SectionProps['account']['secondFactor'] & {
  opener: ReturnType<typeof useOpener>['opener'];
  onStep: (at: 'begin' | 'renew' | 'end') => void;
};

function Rest({ isOn, recoveryCodesLeft, opener, onStep }: RestProps) {
  if (!isOn)
    return (
      <div className="sheet-end">
        <button type="button" ref={opener('begin')} className="btn btn-solid" onClick={() => onStep('begin')}>
          Set up an app
        </button>
      </div>
    );
  return (
    <>
      <p className={recoveryCodesLeft <= 3 ? 'sheet-note is-low' : 'sheet-note'}>
        {recoveryCodesLeft === 1 ? '1 recovery code is left.' : `${recoveryCodesLeft} recovery codes are left.`}
      </p>
      <div className="sheet-end">
        <button type="button" ref={opener('renew')} className="btn btn-line" onClick={() => onStep('renew')}>
          New recovery codes
        </button>
        <button type="button" ref={opener('end')} className="btn btn-line" onClick={() => onStep('end')}>
          Switch off
        </button>
      </div>
    </>
  );
}
