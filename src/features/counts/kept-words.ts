/** Longer ones are whole sentences, and rather about somebody than about a tale. */
const MOST_CHARACTERS = 80;
/** So many digits are a telephone number, a date of birth or an account rather than a year. */
const MOST_DIGITS = 5;

/**
 * The words of a search as they are kept: in small letters, with single blanks, without marks at their ends. Undefined for those that could be
 * about a person: an address of mail or of the web, six digits and more however they are written, more than 80 characters.
 */
export function keptWords(asked: string): string | undefined {
  const plain = asked.toWellFormed().normalize('NFKC').toLowerCase().normalize('NFKC');
  const words = plain.replace(/[\p{Cc}\s]+/gu, ' ').replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '');
  const digits = words.match(/\p{N}/gu)?.length ?? 0;
  const isAddress = /@|:\/\/|\bwww\./.test(plain);
  return words === '' || isAddress || digits > MOST_DIGITS || words.length > MOST_CHARACTERS ? undefined : words;
}
