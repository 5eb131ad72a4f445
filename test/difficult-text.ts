/** Text that is hard to process (requirement R25). */

/** Must be stored unchanged, in NFC. */
export const DIFFICULT_TEXT: Record<string, string> = {
  'right to left': 'علاء الدين والمصباح السحري',
  'override marks': 'a\u202Egnp.exe\u202C\u2066b\u2069',
  'override marks left open': 'a\u202Eb\u2067c',
  'combining × 200': `e${'\u0301\u0323'.repeat(100)}`,
  'families of emoji': '👩‍👩‍👧‍👦🏴‍☠️👨🏾‍🚒',
  'four bytes': '𝕿𝖍𝖊 𠜎𠜱 🐸',
  'byte order mark': 'a\u{FEFF}b',
  'line and paragraph separator': 'a\u2028b\u2029c',
  'Turkish i': 'İstanbul Iğdır ı i',
  'sharp s and ligatures': 'Straße ﬃ ﬁ ŉ ǆ',
  'Hangul, composed': '한국의 이야기',
  'Hangul, decomposed': '한국의 이야기'.normalize('NFD'),
  'Arabic ligatures': 'ﷺ ﷽ ﻼ',
  Zalgo: 'T\u0334\u0321h\u0335\u0322e',
  'not characters': 'a\u{FFFE}\u{FFFF}\u{10FFFF}b',
  'private use': '\u{E000}a\u{F8FF}',
  'variation selectors': '葛󠄀城 ☃︎ ☃️',
  markup: '<script>alert(1)</script> & "x" \'y\'',
  'end of a script': '</script><!--<script>',
  SQL: `'; drop table tales; --\\`,
};

/** Must be rejected. */
export const BROKEN: Record<string, string> = { NUL: 'a\0b', 'half of a pair': 'a\uD83Db', 'the other half': '\uDC38' };
