/** Categories linked in the footer, with the texts of the specification. They cannot be deleted. */
export const FOOTER_CATEGORIES = [
  { name: 'Classic', slug: 'classic' },
  { name: 'Folklore', slug: 'folklore' },
  { name: 'Magical', slug: 'magical-creatures' },
  { name: 'Animals', slug: 'animals' },
];
