import { ROLE_TEXTS, type Role } from '#src/permissions.ts';
import { contactEmail, suggestionEmail } from './contact-emails.ts';
import { displayName, type EmailContent, richText } from './email-content.ts';
import type { EmailData } from './emails.ts';
import { newsletterEmail } from './newsletter-emails.ts';
import { securityEmail } from './security-emails.ts';
import { submissionEmail } from './submission-emails.ts';

const VALID_24_HOURS = 'This link works once, for 24 hours.';
const VALID_30_MINUTES = 'This link works once, for 30 minutes.';

const WHAT_ROLES_DO: Record<Role, string> = {
  user: 'With it, your favourites and collections are available on all your devices.',
  contributor: 'With it, you can write fairy tales and submit them for review.',
  translator: 'With it, you can translate fairy tales, write your own, and submit them for review.',
  editor: 'With it, you can review, publish and organise its fairy tales.',
  admin: 'With it, you can manage its fairy tales, users and settings.',
};

/** The content of any transactional email. */
export function emailContent(data: EmailData, siteName: string): EmailContent {
  const name = 'name' in data ? displayName(data.name) : undefined;
  return { greeting: name === undefined ? ['Hello,'] : richText`Hello ${name},`, ...contentWithoutGreeting(data, siteName) };
}

function contentWithoutGreeting(data: EmailData, siteName: string): Omit<EmailContent, 'greeting'> {
  switch (data.kind) {
    case 'verify':
    case 'change-email':
      return addressConfirmation(data.kind, data.link, siteName);
    case 'reset':
    case 'sign-in':
      return accessLink(data.kind, data.link, siteName);
    case 'invitation':
      return invitation(data, siteName);
    case 'already-registered':
      return {
        subject: `You already have an account at ${siteName}`,
        preheader: 'There is nothing to confirm. You can log in.',
        title: 'You already have an account',
        body: [['Someone, perhaps you, tried to register with this address. It already has an account, so there is nothing to confirm.']],
        button: { label: 'Log in', href: data.loginLink },
        secondaryLink: { text: 'Forgot your password?', label: 'Choose a new one', href: data.resetLink },
        reason:
          'You received this email because this address was entered in our registration form. If that was not you, ignore this email: nobody has accessed your account, and nothing has changed.',
      };
    case 'email-changed':
    case 'password-changed':
    case 'second-factor':
    case 'second-factor-failed':
    case 'passkey-added':
    case 'passkey-removed':
    case 'identity-linked':
    case 'identity-unlinked':
    case 'api-key-created':
      return securityEmail(data, siteName);
    case 'newsletter-confirm':
    case 'newsletter-already':
      return newsletterEmail(data);
    case 'webhook-disabled':
      return {
        subject: `A webhook of ${siteName} was disabled`,
        preheader: 'Events are no longer sent to it.',
        title: 'Webhook disabled',
        body: [
          data.reason === 'gone'
            ? richText`The receiver at ${data.host} answered that it is gone (410), so the webhook was disabled. Events are no longer sent to it.`
            : richText`No event could be delivered to ${data.host} for three days, so the webhook was disabled. Events are no longer sent to it.`,
          ['When the receiver works again, resume the webhook and redeliver the events that failed:'],
        ],
        button: { label: 'Open webhook', href: data.webhookLink },
        reason: `You received this email because you are an administrator of ${siteName}.`,
      };
    case 'account-deleted':
      return {
        subject: 'Your account was deleted',
        preheader: 'Your favourites, collections and reading positions were deleted with it.',
        title: 'Your account was deleted',
        body: [
          ['Your account was deleted, together with your favourites, collections and reading positions.'],
          ['Thank you for reading with us. You can still read every tale without an account.'],
        ],
        reason:
          'You received this email because this was the address of the account. If you did not delete it, someone knew your password: please change it wherever else you use it.',
      };
    case 'account-disabled':
      return {
        subject: 'Your account was disabled',
        preheader: 'You cannot log in for now. You can still read without an account.',
        title: 'Your account was disabled',
        body: [
          [`An administrator of ${siteName} disabled your account. You cannot log in for now. You can still read without an account.`],
          ['If you think this is a mistake, please reply to this email.'],
        ],
        reason: 'You received this email because this is the address of the account.',
      };
    case 'role-changed':
      return {
        subject: `Your role at ${siteName} was changed`,
        preheader: `You are now ${ROLE_TEXTS[data.role].a}.`,
        title: `You are now ${ROLE_TEXTS[data.role].a}`,
        body: [[`An administrator of ${siteName} changed the role of your account. ${WHAT_ROLES_DO[data.role]}`]],
        button: { label: 'Log in', href: data.loginLink },
        reason: 'You received this email because this is the address of the account.',
      };
    case 'message-received':
    case 'message-answered':
      return contactEmail(data, siteName);
    case 'suggestion-decided':
      return suggestionEmail(data, siteName);
    case 'submission-received':
    case 'submission-changes':
    case 'submission-accepted':
    case 'submission-declined':
      return submissionEmail(data, siteName);
  }
}

function addressConfirmation(kind: 'verify' | 'change-email', link: string, siteName: string): Omit<EmailContent, 'greeting'> {
  if (kind === 'verify')
    return {
      subject: 'Please confirm your email address',
      preheader: `Confirm it to use your ${siteName} account. The link works for 24 hours.`,
      title: 'Confirm your email address',
      body: [
        [
          `Welcome to ${siteName}! Please confirm that this is your email address. Your favourites and collections will then be available on all your devices.`,
        ],
      ],
      button: { label: 'Confirm email address', href: link, validity: VALID_24_HOURS },
      reason: `You received this email because someone registered at ${siteName} with this address. If that was not you, ignore this email: an account cannot be used until its address is confirmed.`,
    };
  return {
    subject: 'Please confirm your new email address',
    preheader: `Confirm it to use it for your ${siteName} account. The link works for 24 hours.`,
    title: 'Confirm your new email address',
    body: [
      [`Please confirm that this is your new email address. You will then log in with it, and emails from ${siteName} will be sent to it.`],
    ],
    button: { label: 'Confirm new email address', href: link, validity: VALID_24_HOURS },
    reason: `You received this email because someone wants to use this address for a ${siteName} account. If that was not you, ignore this email: nothing will change.`,
  };
}

function accessLink(kind: 'reset' | 'sign-in', link: string, siteName: string): Omit<EmailContent, 'greeting'> {
  if (kind === 'reset')
    return {
      subject: 'Choose a new password',
      preheader: 'The link works for 30 minutes.',
      title: 'Choose a new password',
      body: [[`You can now choose a new password for your ${siteName} account. Until then, your current password stays valid.`]],
      button: { label: 'Choose a new password', href: link, validity: VALID_30_MINUTES },
      reason:
        'You received this email because someone requested a new password for this address. If that was not you, ignore this email: your password has not changed.',
    };
  return {
    subject: 'Your link to log in',
    preheader: 'It works once, within 30 minutes.',
    title: `Log in to ${siteName}`,
    body: [[`Use this link to log in to ${siteName} without a password. Do not forward this email: anyone who has the link can use it.`]],
    button: { label: 'Log in', href: link, validity: VALID_30_MINUTES },
    reason:
      'You received this email because someone requested a link to log in with this address. If that was not you, ignore this email and do not share the link.',
  };
}

function invitation({ role, link }: Extract<EmailData, { kind: 'invitation' }>, siteName: string): Omit<EmailContent, 'greeting'> {
  return {
    subject: `Your invitation to ${siteName}`,
    preheader: 'Create your account. The link works for 7 days.',
    title: 'You are invited',
    body: [
      [`An administrator of ${siteName} invites you to create an account. ${WHAT_ROLES_DO[role]}`],
      ['Choose your name and a password to start.'],
    ],
    button: { label: 'Create account', href: link, validity: 'This link works once, for 7 days.' },
    reason: `You received this email because an administrator of ${siteName} entered this address. If you do not want an account, ignore this email: none is created without you.`,
  };
}
