import { AppError } from '#src/platform/errors.ts';

/** What is said of a link that does not open: 410 `link_faded` (used, ended, replaced), 400 `other_address`. */
export function tokenRefusal(problem: 400 | 410): AppError {
  return problem === 410
    ? new AppError(410, 'link_faded', 'This link has faded. Ask for a new one below.')
    : new AppError(400, 'other_address', 'This link was made for another e-mail address.');
}
