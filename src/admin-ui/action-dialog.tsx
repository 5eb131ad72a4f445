import { type ReactNode, useState } from 'react';
import { ApiError } from '#src/api-client/api-request.ts';
import { Alert } from '#src/ui/alert.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

type Props = {
  title: string;
  confirm: string;
  text: string;
  isSafe?: boolean;
  /** @throws ApiError shown in the dialog */
  onConfirm: () => Promise<void>;
  onCancel: () => void;
  children?: ReactNode;
};

/** Confirms an action. `children` are further inputs. Errors are shown in the dialog. */
export function ActionDialog({ title, confirm, text, isSafe, onConfirm, onCancel, children }: Props) {
  const [failure, setFailure] = useState('');
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      isSafe={isSafe}
      onCancel={onCancel}
      onConfirm={async () => {
        setFailure('');
        try {
          await onConfirm();
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const isOld = error.code === 'changed_since';
          setFailure(isOld ? 'Someone else has changed this in the meantime. Close this dialog and review the changes.' : error.message);
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
