import type { TaleFields } from '#src/features/manage/contract.ts';
import { countCharacters } from './count-characters.ts';
import type { FieldName } from './tale-values.ts';

export const MOST_IN_EXCERPT = 300;

/** What is wrong with a form, by field, in sentences. */
export type Problems = Partial<Record<FieldName, string[]>>;

/**
 * What can be said before the form is sent; the server judges again, and more. The sentences are the specification's, and the
 * same as the server's (check-values.test.ts compares them).
 */
export function checkValues(values: TaleFields): Problems {
  const problems: Problems = {};
  if (isBlank(values.title)) problems.title = ['Title is required'];
  if (isBlank(values.author)) problems.author = ['Author is required'];
  if (isBlank(values.category)) problems.category = ['Category is required'];
  if (isBlank(values.excerpt)) problems.excerpt = ['Excerpt is required'];
  else if (countCharacters(values.excerpt.trim().normalize('NFC')) > MOST_IN_EXCERPT) {
    problems.excerpt = ['Excerpt must be less than 300 characters'];
  }
  if (values.status !== 'draft' && values.status !== 'published') problems.status = ["Status is 'draft' or 'published'"];
  if (Number.isNaN(Date.parse(values.publish_date))) problems.publish_date = ['This is no date and time'];
  if (!Number.isInteger(values.read_time) || values.read_time < 0 || values.read_time > 1000) {
    problems.read_time = ['Minutes from 0 to 1,000'];
  }
  return problems;
}

/** True when nothing of the text would be seen. */
function isBlank(text: string): boolean {
  return !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}
