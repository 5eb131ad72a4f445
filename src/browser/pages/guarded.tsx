import { QueryClientProvider } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { LogOutButton } from '#src/features/accounts/components/log-out-button.tsx';
import { useMe } from '#src/features/accounts/components/me.ts';
import type { PersonView } from '#src/features/accounts/contract.ts';
import { NOTICES } from '#src/features/accounts/notices.ts';
import { go } from '#src/ui/go.ts';
import { PageLoading } from '#src/ui/page-loading.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { rootRoute } from '../root-route.tsx';

/** So long may the session take to be read; then the reader counts as signed out. */
const PATIENCE_MS = 3_000;

type Props = { isForAdmins?: boolean; children: (person: PersonView) => ReactNode };

/** A page for who is signed in, or for administrators alone. The server guards the address and the data; this follows it. */
export function Guarded({ isForAdmins = false, children }: Props) {
  const { queries } = rootRoute.useRouteContext();
  const { status, person } = useMe();
  const asked = useRouterState({ select: ({ location }) => location.href });
  const [own] = useState(useRouterState({ select: ({ location }) => location.pathname }));
  const isLate = useLate(status === 'loading');
  const isOut = status === 'out' || (status === 'loading' && isLate);
  const isRefused = isForAdmins && person !== null && person.role !== 'admin';
  // Whoever is signed out while a form holds unsaved words is asked before it goes, and may stay to save them: the page stays as long.
  const [known, setKnown] = useState<PersonView | null>(null);
  if (person !== null && !isRefused && person !== known) setKnown(person);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the verdict leads away
  useEffect(() => {
    // Whoever logs out is on the way home already.
    if (isOut && location.pathname === own) go(urls.login(asked));
    if (isRefused) {
      go(urls.home());
      void toast(known === null ? NOTICES.admins_only : NOTICES.no_longer_admin);
    }
  }, [isOut, isRefused]);

  if (known === null) return <Waiting />;
  return <QueryClientProvider client={queries}>{children(known)}</QueryClientProvider>;
}

function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}

function Waiting() {
  return (
    <>
      <PageLoading />
      <noscript>
        <div className="page gate-note">
          <p>This page is made in your browser and needs scripts. Reading, searching and logging in and out do without.</p>
          <LogOutButton className="btn btn-line" />
        </div>
      </noscript>
    </>
  );
}
