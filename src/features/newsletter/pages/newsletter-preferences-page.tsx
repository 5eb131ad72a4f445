import { apiRequest } from '#src/api-client/api-request.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { AuthForm } from '#src/features/accounts/components/auth-form.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { NewsletterForm } from '../components/newsletter-form.tsx';
import { FREQUENCY_LABELS, NEWSLETTER_DISABLED } from '../components/signup-text.ts';
import { FrequencyForm, SettingsLink, type SubscriberLinkProps, SubscriberPage } from '../components/subscriber-page.tsx';
import type { SubscriberView } from '../contract.ts';

/** Page of the link to change the frequency. */
export function NewsletterPreferencesPage(props: SubscriberLinkProps) {
  return (
    <SubscriberPage of={props} title={({ isOn }) => (isOn ? 'Newsletter preferences' : 'You are not subscribed')}>
      {(view, change) => (
        <>
          {view.isOn ? (
            <FrequencyChoice subscriber={props.subscriber} view={view} change={change} drawn={props.drawn} />
          ) : (
            <SubscribeAgain isDisabled={props.isDisabled} view={view} />
          )}
          {view.hasAccount ? <SettingsLink /> : null}
        </>
      )}
    </SubscriberPage>
  );
}

type FrequencyChoiceProps = {
  subscriber: string;
  view: SubscriberView;
  change: (view: SubscriberView) => void;
  drawn: FormState | undefined;
};

function FrequencyChoice({ subscriber, view, change, drawn }: FrequencyChoiceProps) {
  const { failure, isBusy, onSubmit, form } = useApiForm({
    schema: FrequencyForm,
    defaults: { frequency: view.frequency },
    posted: drawn?.message ? { ...drawn, values: {} } : undefined,
    failTitle: 'Changes not saved',
    send: async ({ frequency }) => {
      change(await apiRequest<SubscriberView>('PUT', '/newsletter/preferences', { key: subscriber, frequency }));
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
      <AuthForm
        action={urls.newsletterPreferences()}
        hidden={{ key: subscriber }}
        failure={failure}
        failTitle="Changes not saved"
        onSubmit={onSubmit}
      >
        <fieldset>
          <legend className="label">Frequency</legend>
          {Object.entries(FREQUENCY_LABELS).map(([value, label]) => (
            <label key={value} className="check">
              <input type="radio" value={value} defaultChecked={view.frequency === value} {...form.register('frequency')} />
              {label}
            </label>
          ))}
        </fieldset>
        <BusyButton isBusy={isBusy} busyText="Saving...">
          Save
        </BusyButton>
      </AuthForm>
      <p className="gate-alt">
        <a className="link" href={urls.newsletterUnsubscribe(subscriber)}>
          Unsubscribe
        </a>
      </p>
    </>
  );
}

function SubscribeAgain({ view, isDisabled }: { view: SubscriberView; isDisabled: boolean }) {
  if (view.hasAccount) return <p className="gate-note">You can subscribe again in your settings.</p>;
  if (isDisabled) return <p className="gate-note">{NEWSLETTER_DISABLED}</p>;
  return (
    <>
      <p className="gate-note">You can subscribe again here at any time.</p>
      <NewsletterForm place="page" />
    </>
  );
}
