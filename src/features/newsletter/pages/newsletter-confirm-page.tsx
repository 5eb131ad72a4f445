import { FADED, FadedLink, isFaded } from '#src/features/accounts/components/faded-link.tsx';
import { Gate } from '#src/features/accounts/components/gate.tsx';
import { GateForm } from '#src/features/accounts/components/gate-form.tsx';
import { send } from '#src/features/accounts/components/send.ts';
import { useSentForm } from '#src/features/accounts/components/use-sent-form.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { go } from '#src/ui/go.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { NewsletterForm } from '../components/newsletter-form.tsx';
import { CONFIRMED } from '../components/newsletter-words.ts';
import { ButtonForm } from '../newsletter-forms.ts';

type Props = { posted: FormState | undefined; token: string; email: string; isClosed: boolean };

/** The page of the link that asks whether the letter shall come. Nothing happens before the button is pressed: scanners follow links. */
export function NewsletterConfirmPage({ posted, token, email, isClosed }: Props) {
  const { failure, isBusy, onSubmit } = useSentForm({
    schema: ButtonForm,
    defaults: {},
    posted,
    failTitle: FAIL_TITLE,
    shown: FADED,
    leaves: true,
    send: async () => {
      await send('POST', '/newsletter/confirmations', { token, email });
      go(urls.newsletterWelcome());
      await toast(CONFIRMED);
    },
  });
  if (token === '' || isFaded(failure)) {
    return (
      <FadedLink isPressed={failure !== null && posted === undefined}>
        <NewsletterForm place="page" isClosed={isClosed} />
      </FadedLink>
    );
  }
  return (
    <Gate title="Shall the letter come?" lede={email === '' ? undefined : <>One press, and it comes to {email}</>} art="post">
      <GateForm action={urls.newsletterConfirm()} hidden={{ token, email }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <BusyButton isBusy={isBusy} busyText="Confirming...">
          Yes, send me the letter
        </BusyButton>
      </GateForm>
    </Gate>
  );
}

const FAIL_TITLE = 'That did not work';
