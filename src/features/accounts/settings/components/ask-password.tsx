import { useEffect } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { PasswordField } from '#src/ui/field.tsx';
import { useSentForm } from '../../components/use-sent-form.ts';
import { FILL_ALL } from '../../registration-schema.ts';
import { CurrentForm } from '../account-forms.ts';
import { UserName } from './user-name.tsx';

type Props = {
  /** Tells it apart from other forms of the page. */
  scope: string;
  email: string;
  /** What the button says. */
  submit: string;
  isDangerous?: boolean;
  failTitle: string;
  /** Does it with the password. Throws Refused. */
  onConfirm: (current: string) => Promise<void>;
  onCancel: () => void;
};

/** Asks for the password before something that matters; has the focus as soon as it is there. */
export function AskPassword({ scope, email, submit, isDangerous = false, failTitle, onConfirm, onCancel }: Props) {
  const { field, failure, isBusy, onSubmit, form } = useSentForm({
    schema: CurrentForm,
    defaults: { current: '' },
    failTitle,
    blankText: FILL_ALL,
    send: ({ current }) => onConfirm(current),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => form.setFocus('current'), []);
  return (
    <form noValidate className="sheet-form sheet-ask" onSubmit={onSubmit}>
      {failure ? (
        <Alert title={failTitle} wrong>
          {failure.text}
        </Alert>
      ) : null}
      <UserName email={email} />
      <PasswordField {...field('current')} scope={scope} label="Current password" autoComplete="current-password" required />
      <div className="sheet-end">
        <BusyButton isBusy={isBusy} busyText="One moment..." className={isDangerous ? 'btn btn-danger' : 'btn btn-solid'}>
          {submit}
        </BusyButton>
        <button type="button" className="btn btn-line" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
