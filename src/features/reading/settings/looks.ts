/** What may be set of how tales look and are turned, and the printed page. Browser-safe. */
export const FACES = ['book', 'sans', 'clear'] as const;
export const SPACINGS = ['close', 'book', 'open'] as const;
export const PARAGRAPHS = ['indented', 'apart', 'far'] as const;
export const MEASURES = ['narrow', 'medium', 'wide'] as const;
export const ALIGNMENTS = ['left', 'justified'] as const;
export const FLOWS = ['scroll', 'pages'] as const;
/** Steps of the size of the text; the middle one is the printed page. */
export const SIZES = { least: 1, usual: 4, most: 9 } as const;

export type ReadingSettings = {
  face: (typeof FACES)[number];
  size: number;
  spacing: (typeof SPACINGS)[number];
  paragraphs: (typeof PARAGRAPHS)[number];
  measure: (typeof MEASURES)[number];
  alignment: (typeof ALIGNMENTS)[number];
  hyphens: boolean;
  flow: (typeof FLOWS)[number];
  ruler: boolean;
  awake: boolean;
};

/** As a printed page has it. */
export const PRINTED: ReadingSettings = {
  face: 'book',
  size: SIZES.usual,
  spacing: 'book',
  paragraphs: 'indented',
  measure: 'medium',
  alignment: 'left',
  hyphens: true,
  flow: 'scroll',
  ruler: false,
  awake: false,
};
