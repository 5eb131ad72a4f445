import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { toast as sonner, Toaster } from 'sonner';
import { Icon } from './icon.tsx';
import type { ToastMessage } from './toast.ts';

const DURATION_MS = 5000;
let mounted = false;

export function showToast(message: ToastMessage): void {
  mountOnce();
  sonner.custom((id) => <Toast {...message} dismiss={() => sonner.dismiss(id)} />, { duration: DURATION_MS });
}

export function clearToasts(): void {
  sonner.dismiss();
}

function mountOnce(): void {
  if (mounted) return;
  mounted = true;
  const container = document.body.appendChild(document.createElement('div'));
  flushSync(() => createRoot(container).render(<Toaster position="bottom-right" expand visibleToasts={3} gap={12} />));
}

export function Toast({ title, text, wrong = false, warns = false, action, dismiss }: ToastMessage & { dismiss: () => void }) {
  return (
    <div className={wrong ? 'toast is-wrong' : 'toast'} role={wrong ? 'alert' : 'status'}>
      <Icon name={wrong || warns ? 'warning' : 'check'} />
      <strong>{title}</strong>
      <button type="button" className="icon-btn" aria-label="Dismiss" onClick={dismiss}>
        <Icon name="close" />
      </button>
      {text ? <p>{text}</p> : null}
      {action ? (
        <button
          type="button"
          className="link toast-act"
          onClick={() => {
            action.act();
            dismiss();
          }}
        >
          {action.name}
        </button>
      ) : null}
    </div>
  );
}
