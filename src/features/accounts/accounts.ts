/** What other features may call: who is asking, and what must happen when someone else's account is changed. */
export { tooMany, withMailTurn } from './account-limits.ts';
export type { RenderMail } from './account-mail.ts';
export { lockUnverified } from './account-rows.ts';
export type { Person } from './current-person.ts';
export { endAccess } from './end-access.ts';
export type { Editor, Guards } from './guards.ts';
export { keepAnAdministrator, lockAdministrators } from './last-administrator.ts';
export { drawVerification } from './verification-mails.ts';
