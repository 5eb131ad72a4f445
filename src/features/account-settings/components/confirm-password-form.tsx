import { type ComponentProps, createContext, useContext, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { FILL_ALL } from '#src/features/accounts/auth-schemas.ts';
import { CurrentForm } from '#src/features/accounts/settings-schemas.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { PasswordField } from '#src/ui/field.tsx';

/** False for an account that was created by a login with a provider. */
export const HasPassword = createContext(true);

/** What the forms of such an account send in place of a password: the server requires a recent login instead. */
const NO_PASSWORD = 'none';

/** The initial value of the current password in a form. */
export function useInitialPassword(): string {
  return useContext(HasPassword) ? '' : NO_PASSWORD;
}

type CurrentPasswordProps = Omit<ComponentProps<typeof PasswordField>, 'label'> & { email: string };

/** Asks for the current password, or says that a recent login takes its place. */
export function CurrentPasswordField({ email, ...field }: CurrentPasswordProps) {
  if (!useContext(HasPassword))
    return (
      <div className="field">
        <p className="sheet-note">Your account has no password, so this works for ten minutes after you log in.</p>
        {field.problems?.map((problem) => (
          <p key={problem} role="alert">
            {problem}
          </p>
        ))}
      </div>
    );
  return (
    <>
      <HiddenUsername email={email} />
      <PasswordField {...field} label="Current password" autoComplete="current-password" required />
    </>
  );
}

type Props = {
  /** Distinguishes the form from others on the page. */
  scope: string;
  email: string;
  /** Label of the submit button. */
  submit: string;
  isDangerous?: boolean;
  failTitle: string;
  /** @throws ApiError */
  onConfirm: (current: string) => Promise<void>;
  onCancel: () => void;
};

/** Asks for the password before a security-relevant change. Takes the focus when it appears. */
export function ConfirmPasswordForm({ scope, email, submit, isDangerous = false, failTitle, onConfirm, onCancel }: Props) {
  const { field, failure, isBusy, onSubmit } = useApiForm({
    schema: CurrentForm,
    defaults: { current: useInitialPassword() },
    failTitle,
    blankText: FILL_ALL,
    send: ({ current }) => onConfirm(current),
  });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus(), []);
  return (
    <form noValidate className="sheet-form sheet-ask" onSubmit={onSubmit} ref={element}>
      {failure ? (
        <Alert title={failTitle} wrong>
          {failure.text}
        </Alert>
      ) : null}
      <CurrentPasswordField {...field('current')} scope={scope} email={email} />
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

/** Tells password managers which account the password of a form belongs to. */
function HiddenUsername({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}

/**
 * Focus handling for buttons that are replaced by a form: closing the form returns the focus to the button that opened it or, if
 * that is gone, to another one. `hide` removes the form.
 */
export function useOpener(hide: () => void) {
  const [buttons] = useState(createButtonRegistry);
  return {
    /** The ref for a button. */
    opener: buttons.refFor,
    open: (name: string, show: () => void) => {
      buttons.opened = name;
      show();
    },
    close: () => {
      flushSync(hide);
      buttons.focus();
    },
  };
}

type Ref = (button: HTMLElement | null) => void;

function createButtonRegistry() {
  const buttons = new Map<string, HTMLElement>();
  // Stable per name: a new ref callback would make React detach and attach the button on every render.
  const refs = new Map<string, Ref>();
  let hasLostFocus = false;
  const registry = {
    opened: '',
    refFor(name: string): Ref {
      const ref = refs.get(name) ?? ((button) => (button === null ? remove(name) : add(name, button)));
      refs.set(name, ref);
      return ref;
    },
    focus(): void {
      const [first] = buttons.values();
      (buttons.get(registry.opened) ?? first)?.focus();
    },
  };
  return registry;

  /** A button that disappears while focused passes the focus to the next one that appears. */
  function remove(name: string): void {
    hasLostFocus = buttons.get(name) === document.activeElement;
    buttons.delete(name);
  }

  function add(name: string, button: HTMLElement): void {
    buttons.set(name, button);
    if (hasLostFocus) button.focus();
    hasLostFocus = false;
  }
}
