/** A failure whose message is the one line that the person should read. */
export class Failure extends Error {}

/** Runs a script's work. A failure becomes a line on stderr and exit code 1; only a defect shows its stack. */
export async function script(work) {
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
  return reason && `${error.path ?? 'A file'} cannot be used: ${reason}.`;
}
