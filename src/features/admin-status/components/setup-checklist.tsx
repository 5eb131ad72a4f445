import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { isOnePanel } from '#src/admin-ui/record-layout.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { Icon } from '#src/ui/icon.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { SetupStatus } from '../contract.ts';

type Step = SetupStatus['steps'][number];

/** `why`: what is missing without the step. `how`: what to do on the server, for steps that no page can do. */
const STEPS: Record<Step['id'], { name: string; why: string; how?: ReactNode; link: { name: string; href: string } }> = {
  site_name: {
    name: 'Name the site',
    why: 'Without a name of its own, your site is called Talewood on every page and in emails.',
    link: { name: 'Open Site settings', href: urls.manageSettings() },
  },
  email: {
    name: 'Set up email',
    why: 'Without a mail server, nobody can confirm an account, reset a password or receive the newsletter.',
    how: (
      <>
        Set <code>SMTP_URL=smtp://user:password@mail.example:587</code> on the server and restart the site.
      </>
    ),
    link: { name: 'Open Operations', href: urls.manageOperations() },
  },
  first_tale: {
    name: 'Publish your first tale',
    why: 'Until you publish a tale of your own, readers only find the starter library.',
    link: { name: 'Create tale', href: urls.manageTale() },
  },
  newsletter: {
    name: 'Check the newsletter',
    why: 'Until you save the schedule or edit an issue, issues go out every Sunday at 08:00 UTC without your review.',
    link: { name: 'Open Newsletter', href: urls.manageNewsletter() },
  },
  backup: {
    name: 'Create a backup',
    why: 'Without a backup, a failed disk takes all tales, images and accounts with it.',
    how: (
      <>
        Run <code>npm run talewood -- backup FILE</code> on the server.
      </>
    ),
    link: { name: 'Open Operations', href: urls.manageOperations() },
  },
};

/** Below the key of the list of tales, so that it is fetched again when a tale is published. */
const KEY = ['staff', '/tales', 'setup'] as const;

/** The cached checklist is shown at once, so that a page that is opened again does not wait, and updated when a step was done elsewhere. */
function useSetup(isEnabled = true) {
  const client = useQueryClient();
  const { data, isPending } = useQuery({
    queryKey: KEY,
    queryFn: () => apiRequest<SetupStatus>('GET', '/admin/setup'),
    staleTime: 0,
    retry: false,
    enabled: isEnabled,
  });

  /** Dismisses the checklist or shows it again. Returns false, after a message, if that failed. */
  async function change(is_dismissed: boolean): Promise<boolean> {
    try {
      client.setQueryData(KEY, await apiRequest<SetupStatus>('PUT', '/admin/setup', { is_dismissed }));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const title = is_dismissed ? 'Error dismissing the setup checklist' : 'Error showing the setup checklist';
      void toast({ title, text: error.message, wrong: true });
      return false;
    }
  }
  return { data, isPending, change };
}

const isComplete = ({ steps }: SetupStatus) => steps.every(({ is_done }) => is_done);

/** The page waits for the checklist this long. A later one, as after an error, stays away: it would push down what is already shown. */
const PATIENCE_MS = 3_000;

/**
 * Returns the checklist for the top of a page: undefined while it loads, null when there is nothing to show or it is not enabled, as for
 * editors, who cannot change the site.
 */
export function useSetupChecklist(isEnabled: boolean): ReactNode {
  const { data, isPending, change } = useSetup(isEnabled);
  const [isMissed, setMissed] = useState(false);
  useEffect(() => {
    if (data !== undefined) return;
    const timer = setTimeout(() => setMissed(true), isPending ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [isPending, data]);

  async function dismiss(): Promise<void> {
    if (!(await change(true))) return;
    focusHeading();
    const action = { name: 'Undo', act: () => void change(false) };
    void toast({ title: 'Setup checklist dismissed', text: 'You can show it again in Site settings.', action });
  }

  if (isEnabled && isPending && !isMissed) return undefined;
  if (isMissed || data === undefined || data.is_dismissed || isComplete(data)) return null;
  return <SetupChecklist steps={data.steps} onDismiss={dismiss} />;
}

/** The button that had the focus is gone. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

function SetupChecklist({ steps, onDismiss }: { steps: Step[]; onDismiss: () => Promise<void> }) {
  const id = useId();
  const [isOpen, setOpen] = useState(readOpen);
  const [isBusy, setBusy] = useState(false);
  const done = steps.filter(({ is_done }) => is_done).length;

  async function dismiss(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await onDismiss();
    setBusy(false);
  }

  return (
    <section className="panel setup" aria-labelledby={id}>
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open === isOpen) return;
          setOpen(currentTarget.open);
          storeOpen(currentTarget.open);
        }}
      >
        <summary>
          <h2 id={id}>Set up your site</h2>
          <span className="setup-share">
            <progress value={done} max={steps.length} aria-hidden="true" />
            <span className="figures">
              {done} of {steps.length} done
            </span>
          </span>
          <Icon name="down" className="fold-turn" />
        </summary>
        <ul className="setup-steps">
          {steps.map((step) => (
            <SetupStep key={step.id} {...step} />
          ))}
        </ul>
        <button type="button" className="btn btn-line setup-dismiss" aria-busy={isBusy || undefined} onClick={() => void dismiss()}>
          Dismiss
        </button>
      </details>
    </section>
  );
}

function SetupStep({ id, is_done }: Step) {
  const { name, why, how, link } = STEPS[id];
  return (
    <li className={is_done ? 'is-done' : undefined}>
      <span className="setup-mark">{is_done ? <Icon name="check" /> : null}</span>
      <div>
        <b>
          <span className="visually-hidden">{is_done ? 'Done: ' : 'Not done: '}</span>
          {name}
        </b>
        {is_done ? null : <p>{why}</p>}
        {is_done || how === undefined ? null : <p>{how}</p>}
      </div>
      {is_done ? null : (
        <a className="btn btn-line" href={link.href}>
          {link.name}
        </a>
      )}
    </li>
  );
}

/** Shows the checklist again and opens its page; nothing while it is not dismissed or when all steps are done. */
export function ShowSetupChecklist() {
  const { data, change } = useSetup();
  if (data === undefined || !data.is_dismissed || isComplete(data)) return null;
  const show = async () => (await change(false)) && navigate(urls.manageTales());
  return (
    <div className="setup-again">
      <h2>Setup checklist</h2>
      <p className="hint">The steps to set up a new site, at the top of the page “Tales”.</p>
      <button type="button" className="btn btn-line" onClick={() => void show()}>
        Show the setup checklist
      </button>
    </div>
  );
}

const OPEN_KEY = 'talewood.setup';

/** Whether the checklist is unfolded on this device: at first only where the list of tales has room beside it. */
function readOpen(): boolean {
  try {
    const stored = localStorage.getItem(OPEN_KEY);
    return stored === null ? !isOnePanel() : stored === 'open';
  } catch {
    return !isOnePanel();
  }
}

function storeOpen(isOpen: boolean): void {
  try {
    localStorage.setItem(OPEN_KEY, isOpen ? 'open' : 'folded');
  } catch {
    // Storage may be blocked: it then lasts as long as the page.
  }
}
