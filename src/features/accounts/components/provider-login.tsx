import { Alert } from '#src/ui/alert.tsx';
import { useSite } from '#src/ui/site.ts';
import { urls } from '#src/urls.ts';

/** Links to the login of each identity provider. They also work without JavaScript. */
export function ProviderButtons({ next }: { next: string }) {
  const { loginProviders = [] } = useSite();
  return loginProviders.map(({ id, name }) => (
    // The router must not take it for a page.
    <a key={id} className="btn btn-line btn-lg btn-wide" href={urls.providerLogin(id, next)} onClick={(event) => event.stopPropagation()}>
      Log in with {name}
    </a>
  ));
}

/** Says why the last login with a provider failed: an error code of identity-routes.ts, and the provider's id. Shows nothing for others. */
export function ProviderProblem({ problem, provider }: { problem: string; provider: string }) {
  const { loginProviders = [] } = useSite();
  const name = loginProviders.find(({ id }) => id === provider)?.name ?? 'The provider';
  if (problem === 'link_first')
    return (
      <Alert title="You already have an account" icon="key">
        The address that {name} confirmed already has an account. Log in to it, then link {name} in your settings.
      </Alert>
    );
  const text = Object.hasOwn(PROBLEMS, problem) ? PROBLEMS[problem]?.(name) : undefined;
  return text === undefined ? null : (
    <Alert title="Login failed" wrong>
      {text}
    </Alert>
  );
}

const PROBLEMS: Record<string, (name: string) => string> = {
  identity_refused: (name) => `${name} did not confirm your login. Please try again, or log in another way.`,
  cancelled: (name) => `${name} reports that the login was cancelled. You can try again at any time.`,
  provider_down: (name) => `${name} does not answer at the moment. Please try again later, or log in another way.`,
  no_email: (name) => `${name} did not share an email address. Allow it there, or register with a password.`,
  login_expired: () => 'This login took too long, or was used already. Please try again.',
  too_many: () => 'Too many attempts. Please try again in a few minutes.',
};
