import { createPortal } from 'react-dom';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

type Props = { losses: string; onConfirm: () => Promise<void>; onCancel: () => void };

/** Asks before what is on the device is lost. It stands aside from the menu, which shuts meanwhile. */
export function LogOutQuestion({ losses, onConfirm, onCancel }: Props) {
  return createPortal(
    <ConfirmDialog title="Log out?" confirm="Log out" onConfirm={onConfirm} onCancel={onCancel}>
      {losses}
    </ConfirmDialog>,
    document.body,
  );
}
