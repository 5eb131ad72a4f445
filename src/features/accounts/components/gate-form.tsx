import type { FormEvent, ReactNode } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import type { Failure } from './use-sent-form.ts';

type Props = {
  /** Where it is posted to without scripts. */
  action: string;
  /** What goes with such a post beside the fields; what is empty stays away. */
  hidden?: Record<string, string>;
  failure: Failure | null;
  failTitle: string;
  onSubmit: (event: FormEvent) => unknown;
  /** What helps, where there is something: it stands below what is wrong. */
  help?: ReactNode;
  children: ReactNode;
};

/** A form of a gate: what is wrong with the whole stands above it. */
export function GateForm({ action, hidden = {}, failure, failTitle, onSubmit, help, children }: Props) {
  return (
    <>
      {failure ? (
        <Alert title={failure.code === 'invalid' ? 'Error' : failTitle} wrong>
          {failure.text}
          {help}
        </Alert>
      ) : null}
      <form method="post" action={action} noValidate onSubmit={onSubmit}>
        {Object.entries(hidden)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        {children}
      </form>
    </>
  );
}
