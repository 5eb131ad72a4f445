/** Why a command of the command line did nothing, or not all, for the one who typed it. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}
