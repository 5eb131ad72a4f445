import { send } from '#src/features/accounts/components/send.ts';
import type { IconName } from '#src/ui/icon.tsx';
import type { StaffUser } from '../contract.ts';

/** Something that can be done to a user: what the menu calls it, what is asked before, what is said after. */
export type UserDeed = {
  name: string;
  icon: IconName;
  danger?: boolean;
  /** Asked before it is done. */
  question: string;
  confirm: string;
  done: string;
  run: () => Promise<unknown>;
};

/** What can be done to this user now. */
export function deedsFor(user: StaffUser): UserDeed[] {
  const { id, name } = user;
  const change = (body: object) => () => send('PATCH', `/admin/users/${id}`, body);
  return [
    ...roleDeeds(user, change),
    ...(user.isVerified || user.isDisabled
      ? []
      : [
          {
            name: 'Resend confirmation',
            icon: 'mail' as const,
            question: `This will send “${name}” another mail to confirm ${user.email}. Links of older ones fade.`,
            confirm: 'Resend',
            done: `A confirmation mail is on its way to ${user.email}.`,
            run: () => send('POST', `/admin/users/${id}/resend`),
          },
        ]),
    {
      name: 'Sign out everywhere',
      icon: 'leave',
      question: `This will sign “${name}” out on every device.`,
      confirm: 'Sign out',
      done: `${name} has been signed out everywhere.`,
      run: () => send('DELETE', `/admin/users/${id}/sessions`),
    },
    user.isDisabled
      ? {
          name: 'Enable account',
          icon: 'check',
          question: `This will let “${name}” log in again.`,
          confirm: 'Enable',
          done: `The account of ${name} is enabled again.`,
          run: change({ disabled: false }),
        }
      : {
          name: 'Disable account',
          icon: 'close',
          danger: true,
          question: `This will disable the account of “${name}” and sign them out everywhere. They are told by mail.`,
          confirm: 'Disable',
          done: `The account of ${name} is disabled.`,
          run: change({ disabled: true }),
        },
  ];
}

/** An address that nobody has confirmed makes no administrator. */
function roleDeeds({ name, role, isVerified }: StaffUser, change: (body: object) => UserDeed['run']): UserDeed[] {
  if (role === 'admin')
    return [
      {
        name: 'Make ordinary user',
        icon: 'person',
        question: `This will take the role of administrator from “${name}”. They have to log in again.`,
        confirm: 'Make ordinary user',
        done: `${name} is no administrator any more.`,
        run: change({ role: 'user' }),
      },
    ];
  if (!isVerified) return [];
  return [
    {
      name: 'Make administrator',
      icon: 'key',
      question: `This will make “${name}” an administrator, who can change tales and users. They have to log in again.`,
      confirm: 'Make administrator',
      done: `${name} is an administrator now.`,
      run: change({ role: 'admin' }),
    },
  ];
}
