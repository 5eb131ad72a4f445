import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { go } from '#src/ui/go.ts';
import { AddressForm } from '../gate-schemas.ts';
import { FILL_ALL } from '../registration-schema.ts';
import { GateForm } from './gate-form.tsx';
import { send } from './send.ts';
import { rememberSent } from './sent-to.ts';
import { useSentForm } from './use-sent-form.ts';

/** The mails that anyone may ask for by an address: where to ask, and the page that then says to look into the mailbox. */
export type Asking = { action: string; api: string; sent: string; button: string };

type Props = { asking: Asking; email: string; next: string; posted: FormState | undefined };

/** Asks for a mail with a link. The answer never tells whether the address is known. */
export function AskForm({ asking, email, next, posted }: Props) {
  const { field, failure, isBusy, onSubmit } = useSentForm({
    schema: AddressForm,
    defaults: { email },
    posted,
    failTitle: FAIL_TITLE,
    blankText: FILL_ALL,
    leaves: true,
    send: async (values) => {
      await send('POST', asking.api, next === '/' ? values : { ...values, next });
      rememberSent(values.email, next);
      go(asking.sent);
    },
  });
  return (
    <GateForm
      action={asking.action}
      hidden={{ next: next === '/' ? '' : next }}
      failure={failure}
      failTitle={FAIL_TITLE}
      onSubmit={onSubmit}
    >
      <Field {...field('email')} label="Email" type="email" autoComplete="email" required />
      <BusyButton isBusy={isBusy} busyText="Sending...">
        {asking.button}
      </BusyButton>
    </GateForm>
  );
}

const FAIL_TITLE = 'Nothing was sent';
