/** Registration over HTTP: the forms of its pages, and the same as JSON. The pages themselves are drawn elsewhere; no GET acts. */
import { type Context, Hono } from 'hono';
import { answerForm } from '#src/platform/http/answer-form.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { parseBody, readBody, readUnparsed } from '#src/platform/http/read-body.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { urls } from '#src/urls.ts';
import { linkPage } from './account-links.ts';
import type { AccountRouteDeps } from './deps.ts';
import { readWithNewPassword } from './new-password.ts';
import { changeAddress, register, resendVerification } from './registration.ts';
import { AddressBody, AddressChange, RegistrationBody, RegistrationPost, VerificationBody } from './registration-input.ts';
import { returnTo } from './return-to.ts';
import { setNotice } from './set-notice.ts';
import { verifyAddress } from './verification.ts';

export function registrationRoutes(deps: AccountRouteDeps): Hono<AppEnv> {
  const { draw } = deps;
  const app = new Hono<AppEnv>();
  const ours = sameOrigin(deps.publicUrl);

  app.post(urls.api('/registrations'), ours, async (c) => {
    await register(deps, readWithNewPassword(RegistrationBody, await readUnparsed(c)), clientOf(c));
    return answerAccepted(c);
  });
  app.post(urls.api('/registrations/resend'), ours, async (c) => {
    await resendVerification(deps, await readBody(c, AddressBody), clientOf(c));
    return answerAccepted(c);
  });
  app.post(urls.api('/registrations/address'), ours, async (c) => {
    await changeAddress(deps, await readBody(c, AddressChange), clientOf(c));
    return answerAccepted(c);
  });
  app.post(urls.api('/verifications'), ours, async (c) => {
    const { token, email } = await readBody(c, VerificationBody);
    const person = await verifyAddress(c, deps, { token, email, client: clientOf(c) });
    return c.json({ person }, 200, NOT_KEPT);
  });

  const posted = (href: string, keep: string[], work: (fields: Record<string, string>, c: Context<AppEnv>) => Promise<string>) => {
    return (c: Context<AppEnv>) => answerForm(c, { draw, href, keep, work: (fields) => work(fields, c) });
  };
  app.post(
    urls.register(),
    ours,
    posted(urls.register(), ['name', 'email', 'next'], async (fields, c) => {
      const { name, email, password, next } = readWithNewPassword(RegistrationPost, fields);
      await register(deps, { name, email, password, next }, clientOf(c));
      return urls.registerSent();
    }),
  );
  app.post(
    urls.resend(),
    ours,
    posted(urls.registerSent(), ['email', 'next'], async (fields, c) => {
      await resendVerification(deps, parseBody(AddressBody, fields), clientOf(c));
      return urls.registerSent();
    }),
  );
  app.post(
    urls.registerAddress(),
    ours,
    posted(urls.registerAddress(), ['email', 'newEmail', 'next'], async (fields, c) => {
      await changeAddress(deps, parseBody(AddressChange, fields), clientOf(c));
      return urls.registerSent();
    }),
  );
  app.post(urls.verify(), ours, (c) => {
    const work = async (fields: Record<string, string>) => {
      const { token, email, next } = parseBody(VerificationBody, fields);
      await verifyAddress(c, deps, { token, email, client: clientOf(c) });
      setNotice(c, 'registered');
      return returnTo(next);
    };
    return answerForm(c, { draw, href: (fields) => linkPage(urls.verify(), fields), keep: ['email', 'next'], work });
  });
  return app;
}

const NOT_KEPT = { 'Cache-Control': 'no-store' };

/** The same for everyone, whatever has come of it. */
function answerAccepted(c: Context<AppEnv>): Response {
  return c.json({}, 202, NOT_KEPT);
}

function clientOf(c: Context<AppEnv>): string {
  return exchangeOf(c).clientAddress();
}
