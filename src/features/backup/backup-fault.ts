import { StartError } from '#src/platform/start-errors.ts';

/** A backup that cannot be made, or cannot be used. The message is for the one who gave the command. Nothing was changed. */
export class BackupFault extends StartError {
  override name = 'BackupFault';
}
