/** The categories to which the foot of every page leads, with the words of the specification. Their addresses must lead somewhere for ever. */
export const FOOT_CATEGORIES = [
  { name: 'Classic', slug: 'classic' },
  { name: 'Folklore', slug: 'folklore' },
  { name: 'Magical', slug: 'magical-creatures' },
  { name: 'Animals', slug: 'animals' },
];
