/** The pages one comes in by: each reads what it needs of the address and of a form that was posted without scripts. */
import '#src/ui/styles/account/index.css';
import { useRouterState } from '@tanstack/react-router';
import { LoginPage } from '#src/features/accounts/pages/login-page.tsx';
import { returnTo } from '#src/features/accounts/return-to.ts';
import { rootRoute } from '../root-route.tsx';

/** Where to go afterwards, of which only pages of ours count. */
function useNext(): string {
  return useRouterState({ select: ({ location }) => returnTo((location.search as { next?: string }).next) });
}

function usePosted() {
  return rootRoute.useRouteContext().form;
}

export function Login() {
  return <LoginPage posted={usePosted()} next={useNext()} />;
}
