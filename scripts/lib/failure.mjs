/** A failure whose message is shown as it is. */
export class Failure extends Error {}

/**
 * Runs a script, or prints `help` for `--help`. A Failure is printed as one line with exit code 1; other errors with their stack.
 */
export async function script(help, work) {
  if (help !== undefined && process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) {
    console.log(help);
    return;
  }
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Failure ? error.message : (systemLine(error) ?? error.stack)}\n`);
    process.exit(1);
  }
}

const REASONS = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
};

function systemLine(error) {
  const reason = REASONS[error.code];
  return reason && `Cannot use ${error.path ?? 'a file'}: ${reason}.`;
}
