import { StartError } from '#src/platform/start-errors.ts';

/** An export that cannot be written or taken. The message is for the one who gave the command; nothing was brought in. */
export class ExportFault extends StartError {
  override name = 'ExportFault';
}
