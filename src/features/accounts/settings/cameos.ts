/** The pictures that a person may choose, cut from paper, drawn by the site. No picture: initials. Browser-safe. */
export const CAMEOS = ['owl', 'fox', 'hare', 'stag', 'swan', 'frog', 'cat', 'raven', 'rose', 'moon', 'lantern', 'crown'] as const;
export type Cameo = (typeof CAMEOS)[number];
