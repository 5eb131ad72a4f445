/** What other features may call: who is asking, and what must happen when someone else's account is changed. */
export { takeNetworkTurn, tooMany, withMailTurn } from './account-limits.ts';
export { linkPage, makeLink } from './account-links.ts';
export type { RenderMail } from './account-mail.ts';
export { lockUnverified } from './account-rows.ts';
export { canonicalEmail } from './canonical-email.ts';
export type { Person } from './current-person.ts';
export type { AccountRouteDeps } from './deps.ts';
export { endAccess } from './end-access.ts';
export type { Editor, Guards } from './guards.ts';
export { keepAnAdministrator, lockAdministrators } from './last-administrator.ts';
export { burnTokens, issueToken, spendToken } from './one-time-tokens.ts';
export { rehearseMail } from './rehearsal.ts';
export { type Confirmed, confirmPassword, holdPassword } from './settings/confirm-password.ts';
export { tokenRefusal } from './token-refusal.ts';
export { tooManyTries } from './too-many-tries.ts';
export { drawVerification } from './verification-mails.ts';
