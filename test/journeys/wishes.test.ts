import { test } from 'vitest';

/**
 * Everyday wishes of readers, teachers and editors, written down before the paths to them were shortened. Each is a journey that counts
 * clicks; typing and scrolling are free. `before`: clicks at version 1.0.0; null: the wish could not be met.
 */
const WISHES = {
  hearFiveMinutes: { wish: 'Hear a tale of about five minutes that suits a four-year-old', clicks: 3, before: 7 },
  somethingFunny: { wish: 'Something funny for a six-year-old, ten minutes', clicks: 2, before: null },
  nothingScary: { wish: 'A tale without anything scary', clicks: 2, before: null },
  isItSuitable: { wish: 'See before reading for whom a tale is and what is hard in it', clicks: 1, before: 1 },
  surpriseMe: { wish: 'Any tale, surprise me', clicks: 1, before: 2 },
  goOn: { wish: 'Go on where we stopped last night', clicks: 2, before: 2 },
  findSaved: { wish: 'Find the tale I saved yesterday', clicks: 2, before: 3 },
  bedtime: { wish: 'Read aloud by candlelight and fall silent at the end', clicks: 3, before: 5 },
  largerText: { wish: 'Larger text', clicks: 2, before: 2 },
  putOnTablet: { wish: 'Put this on the tablet', clicks: 2, before: 2 },
  withoutNetwork: { wish: 'Have a week of tales on the train, without a network', clicks: 3, before: 3 },
  sendToGrandma: { wish: 'Send this tale to grandma', clicks: 2, before: 2 },
  sameTaleElsewhere: { wish: 'The same tale from another country', clicks: 2, before: null },
  fromJapan: { wish: 'A tale from Japan', clicks: 1, before: 3 },
  printThis: { wish: 'Print this tale', clicks: 3, before: 3 },
  whatDidWeRead: { wish: 'What did we read last week?', clicks: 2, before: 3 },
  listForClass: { wish: 'Share a list of three with the class', clicks: 4, before: null },
  threeVersions: { wish: 'Three versions of one tale, printed', clicks: 5, before: null },
  keepUp: { wish: 'Hear of new tales without looking', clicks: 2, before: 2 },
  publishNow: { wish: 'Publish a tale I wrote: title, text, one choice, Publish', clicks: 5, before: 12 },
} as const;

for (const { wish, clicks } of Object.values(WISHES)) test.todo(`${wish}: at most ${clicks} clicks`);
