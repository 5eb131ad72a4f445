/** What stands at the foot of every letter. */
export const LETTER_FOOT = {
  why: 'You get this letter because you asked for it at Talewood, and said yes from this address.',
  web: 'Read it on the web',
  preferences: 'Change how often it comes',
  unsubscribe: 'Unsubscribe',
};
