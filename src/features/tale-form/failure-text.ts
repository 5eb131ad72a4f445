/** Why the tale was not saved, and what to do: `status` of the answer, 0 when there was none. Nothing typed is lost in any case. */
export type Failure = { title: string; text: string; kind: 'signed-out' | 'gone' | 'other' };

export function failureOf(status: number, message: string): Failure {
  if (status === 0) {
    return {
      title: 'We cannot be reached just now',
      text: 'Your words are safe here. Look at your connection, and press Save again.',
      kind: 'other',
    };
  }
  if (status === 401) {
    return {
      title: 'You have been signed out',
      text: 'Your words are safe here. Log in again in another tab, then press Save.',
      kind: 'signed-out',
    };
  }
  if (status === 403) {
    return {
      title: 'You no longer have permission to do that',
      text: 'Your words are still here: copy them, or ask an administrator.',
      kind: 'other',
    };
  }
  if (status === 404 || status === 410) {
    return {
      title: 'This tale is not there any more',
      text: 'Somebody has deleted it. Your words are still here: save them as a new tale.',
      kind: 'gone',
    };
  }
  if (status === 413) return { title: 'This tale is too long', text: 'A tale may have 2 MB. Please part it in two.', kind: 'other' };
  if (status === 422) return { title: 'Please look at the fields marked below', text: message, kind: 'other' };
  if (status >= 500) {
    return {
      title: 'Something went wrong on our side',
      text: 'Your words are safe here. Please press Save again in a moment.',
      kind: 'other',
    };
  }
  return { title: 'The tale was not saved', text: message, kind: 'other' };
}
