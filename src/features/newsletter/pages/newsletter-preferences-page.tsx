import { GateForm } from '#src/features/accounts/components/gate-form.tsx';
import { send } from '#src/features/accounts/components/send.ts';
import { useSentForm } from '#src/features/accounts/components/use-sent-form.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { NewsletterForm } from '../components/newsletter-form.tsx';
import { FREQUENCY_WORDS } from '../components/newsletter-words.ts';
import { SettingsLink } from '../components/settings-link.tsx';
import { type LetterLinkProps, SubscriberGate } from '../components/subscriber-gate.tsx';
import type { SubscriberView } from '../contract.ts';
import { FrequencyForm } from '../newsletter-forms.ts';

/** The page of the link to choose how often the letter comes. */
export function NewsletterPreferencesPage(props: LetterLinkProps) {
  return (
    <SubscriberGate of={props} title={({ isOn }) => (isOn ? 'How often shall it come?' : 'No letter comes to you')}>
      {(view, change) => (
        <>
          {view.isOn ? (
            <Choose subscriber={props.subscriber} view={view} change={change} drawn={props.drawn} />
          ) : (
            <Again isClosed={props.isClosed} view={view} />
          )}
          {view.hasAccount ? <SettingsLink /> : null}
        </>
      )}
    </SubscriberGate>
  );
}

type ChooseProps = { subscriber: string; view: SubscriberView; change: (view: SubscriberView) => void; drawn: FormState | undefined };

function Choose({ subscriber, view, change, drawn }: ChooseProps) {
  const { failure, isBusy, onSubmit, form } = useSentForm({
    schema: FrequencyForm,
    defaults: { frequency: view.frequency },
    posted: drawn?.message ? { ...drawn, values: {} } : undefined,
    failTitle: 'Nothing was saved',
    send: async ({ frequency }) => {
      change(await send<SubscriberView>('PUT', '/newsletter/preferences', { key: subscriber, frequency }));
      await toast({ title: 'Settings saved' });
    },
  });
  return (
    <>
      {drawn?.code === 'saved' ? (
        <div className="without-script">
          <Alert title="Settings saved" icon="check" />
        </div>
      ) : null}
      <GateForm
        action={urls.newsletterPreferences()}
        hidden={{ key: subscriber }}
        failure={failure}
        failTitle="Nothing was saved"
        onSubmit={onSubmit}
      >
        <fieldset>
          <legend className="label">The letter comes</legend>
          {Object.entries(FREQUENCY_WORDS).map(([value, label]) => (
            <label key={value} className="check">
              <input type="radio" value={value} defaultChecked={view.frequency === value} {...form.register('frequency')} />
              {label}
            </label>
          ))}
        </fieldset>
        <BusyButton isBusy={isBusy} busyText="Saving...">
          Save
        </BusyButton>
      </GateForm>
      <p className="gate-alt">
        <a className="link" href={urls.newsletterUnsubscribe(subscriber)}>
          Send me no more letters
        </a>
      </p>
    </>
  );
}

function Again({ view, isClosed }: { view: SubscriberView; isClosed: boolean }) {
  if (view.hasAccount) return <p className="gate-note">Should you want the letter again, say so in your settings.</p>;
  return (
    <>
      <p className="gate-note">Should you want it again, ask for it here.</p>
      <NewsletterForm place="page" isClosed={isClosed} />
    </>
  );
}
