import { type ReactNode, useState } from 'react';
import { Refused } from '#src/features/accounts/components/send.ts';
import { Alert } from '#src/ui/alert.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

type Props = {
  title: string;
  confirm: string;
  text: string;
  /** Does it. Throws Refused. */
  onConfirm: () => Promise<void>;
  onCancel: () => void;
  children?: ReactNode;
};

/** Asks before something that cannot be undone, with a choice to make first; what was refused is told in the dialog itself. */
export function DeedDialog({ title, confirm, text, onConfirm, onCancel, children }: Props) {
  const [failure, setFailure] = useState('');
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      onCancel={onCancel}
      onConfirm={async () => {
        setFailure('');
        try {
          await onConfirm();
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          const isOld = error.code === 'changed_since';
          setFailure(isOld ? 'Somebody else has changed it meanwhile. Please close this and look at it again.' : error.message);
        }
      }}
      ask={
        <>
          {children}
          {failure === '' ? null : <Alert title={failure} wrong />}
        </>
      }
    >
      {text}
    </ConfirmDialog>
  );
}
