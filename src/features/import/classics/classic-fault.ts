/** Why a book could not be had. Programs branch on the code; the message is for people. */
export class ClassicFault extends Error {
  readonly code: 'bad_mirror' | 'refused' | 'elsewhere' | 'missing' | 'too_large' | 'no_book' | 'unreachable';

  constructor(code: ClassicFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ClassicFault';
    this.code = code;
  }
}
