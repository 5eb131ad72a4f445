import { type ReactNode, useEffect } from 'react';
import type { UserView } from '#src/api-client/current-user.ts';
import type { FormFailure } from '#src/api-client/use-api-form.ts';
import { BrandMark } from '#src/ui/artwork.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { useSite } from '#src/ui/site.ts';
import { urls } from '#src/urls.ts';
import { LogOutButton } from './log-out-button.tsx';

/** What a page for login or registration gets from its address, and from a form posted without JavaScript. Missing values are ''. */
export type AuthPageProps = {
  posted: FormState | undefined;
  /** Path to go to in the end. */
  next: string;
  /** Of a link in an email. */
  token: string;
  email: string;
  /** Of a link to reset a password: '1' when the account has API keys. */
  keys: string;
  /** Why a login with a provider failed: an error code, and the provider's id. */
  problem: string;
  provider: string;
};

type AuthLayoutProps = {
  title: string;
  lede?: ReactNode;
  art: 'login' | 'register' | 'post';
  /** Hidden from users who are probably signed in, until that is known. */
  isForVisitors?: boolean;
  children: ReactNode;
};

/** The layout of the login and registration pages: content and an illustration. */
export function AuthLayout({ title, lede, art, isForVisitors = false, children }: AuthLayoutProps) {
  const { name } = useSite();
  return (
    <div className="gate-page">
      <section className="gate-form">
        <a className="brand" href={urls.home()}>
          <BrandMark />
          <span>{name}</span>
        </a>
        <div className={isForVisitors ? 'gate-in for-visitors' : 'gate-in'}>
          <h1>{title}</h1>
          {lede ? <p className="lede">{lede}</p> : null}
          {children}
        </div>
        <p className="gate-foot">
          © {new Date().getUTCFullYear()}
          {` ${name}`}
        </p>
      </section>
      <div className={`gate-art forest is-${art}`} aria-hidden="true">
        <img src={`/art/gate-${art}.svg`} alt="" width="600" height="800" />
      </div>
    </div>
  );
}

/** Shown instead of a login form to users who are already logged in. */
export function SignedInNotice({ person, next }: { person: UserView; next: string }) {
  return (
    <AuthLayout title="You are logged in" lede={<>as {person.name}</>} art="login">
      <a className="btn btn-solid btn-lg btn-wide" href={next}>
        {next === urls.home() ? 'Go to the tales' : 'Continue'}
      </a>
      <LogOutButton className="btn btn-line btn-lg btn-wide" />
    </AuthLayout>
  );
}

/** Error codes of the API for a link that no longer works, or never did. */
export const EXPIRED_LINK_CODES = ['link_faded', 'other_address'];

export function isExpiredLink(failure: FormFailure | null): boolean {
  return failure !== null && EXPIRED_LINK_CODES.includes(failure.code);
}

type ExpiredLinkProps = {
  /** The user just pressed the button that this page replaces: focus moves to the heading. */
  isPressed: boolean;
  /** How to get a new link. */
  children: ReactNode;
};

/** The page of a link in an email that no longer works. */
export function ExpiredLink({ isPressed, children }: ExpiredLinkProps) {
  useEffect(() => {
    if (!isPressed) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, [isPressed]);

  return (
    <AuthLayout title="This link has expired" lede="Request a new one below." art="post">
      {children}
    </AuthLayout>
  );
}
