/** The shelf that everyone has. Its id means something only beside a person, so it can be the same for all. Browser-safe. */
export const READ_LATER = '00000000-0000-4000-8000-000000000001';
export const READ_LATER_NAME = 'Read later';
