import type { EmailData } from '#src/emails/emails.ts';

/** Account emails of every kind. */

const SITE = 'https://tales.example';
const TOKEN = 'aB3-'.repeat(10);
const withToken = (path: string) => `${SITE}/${path}?token=${TOKEN}xyz&email=gerda%40tales.example`;
const resetLink = `${SITE}/forgot-password`;

export function emailsOfEveryKind({ name = 'Gerda', passkey = 'My phone' } = {}): EmailData[] {
  return [
    { kind: 'verify', link: withToken('verify') },
    { kind: 'reset', name, link: withToken('reset-password') },
    { kind: 'sign-in', name, link: withToken('login/link') },
    { kind: 'invitation', role: 'user', link: withToken('invitation') },
    { kind: 'invitation', role: 'admin', link: withToken('invitation') },
    { kind: 'change-email', link: withToken('change-email') },
    { kind: 'already-registered', name, loginLink: `${SITE}/login`, resetLink },
    { kind: 'email-changed', name, newEmail: 'gerda.of.the.north.wind@snowqueen.example', resetLink },
    { kind: 'password-changed', name, resetLink },
    { kind: 'password-changed', name, resetLink, apiKeys: 'revoked' },
    { kind: 'password-changed', name, resetLink, apiKeys: 'kept' },
    { kind: 'second-factor', name, isOn: true, resetLink },
    { kind: 'second-factor', name, isOn: false, resetLink },
    { kind: 'second-factor-failed', name, resetLink },
    { kind: 'passkey-added', name, passkey, settingsLink: `${SITE}/settings` },
    { kind: 'passkey-removed', name, passkey, settingsLink: `${SITE}/settings` },
    { kind: 'identity-linked', name, provider: 'Keycloak', settingsLink: `${SITE}/settings` },
    { kind: 'identity-unlinked', name, provider: 'Keycloak', settingsLink: `${SITE}/settings` },
    { kind: 'api-key-created', name, key: passkey, scope: 'write', keysLink: `${SITE}/manage-keys` },
    { kind: 'api-key-created', name, key: passkey, scope: 'read', keysLink: `${SITE}/manage-keys` },
    { kind: 'webhook-disabled', name, host: 'hooks.example:8443', reason: 'gone', webhookLink: `${SITE}/manage-webhooks?id=1` },
    { kind: 'webhook-disabled', name, host: 'hooks.example', reason: 'failing', webhookLink: `${SITE}/manage-webhooks?id=1` },
    { kind: 'account-deleted', name },
    { kind: 'account-disabled', name },
    { kind: 'role-changed', name, role: 'editor', loginLink: `${SITE}/login` },
    { kind: 'newsletter-confirm', link: withToken('newsletter/confirm') },
    ...submissionEmails({ name, title: passkey, link: `${SITE}/submissions?id=01a1fed2-db9c-7e0b-967b-7804cf1d9c62` }),
    { kind: 'newsletter-already', preferencesLink: `${SITE}/newsletter/preferences?key=${'0af3'.repeat(16)}` },
  ];
}

function submissionEmails(common: { name: string; title: string; link: string }): EmailData[] {
  const comments = [
    { quote: 'The wolf was kind.', text: 'Was he?' },
    { quote: '', text: 'Shorter, please.\nMuch shorter.' },
  ];
  return [
    { kind: 'submission-received', ...common },
    { kind: 'submission-changes', ...common, note: 'Almost there.', comments },
    { kind: 'submission-accepted', ...common, isPublished: false },
    { kind: 'submission-accepted', ...common, isPublished: true },
    { kind: 'submission-declined', ...common, reason: 'We have this tale already.' },
  ];
}
