const H = 'M4.5 5v14M12 5v14M4.5 12H12';
const PATHS = {
  undo: 'M8.5 6L4.5 10l4 4M4.5 10H15a4.8 4.8 0 0 1 0 9.5h-4',
  redo: 'M15.5 6l4 4-4 4M19.5 10H9a4.8 4.8 0 0 0 0 9.5h4',
  heading2: `${H}M16 10.2c.5-2.6 4.5-2.4 4.5.2 0 2.4-4.5 4-4.5 6.6h4.5`,
  heading3: `${H}M16 9.8c.6-2.2 4.4-2 4.4.5 0 1.8-1.5 2.2-2.6 2.2 1.2 0 2.9.3 2.9 2.3 0 2.8-4.3 2.9-4.9.4`,
  heading4: `${H}M19.6 17.2V8.4l-4 6.2h5.4`,
  bold: 'M7.5 4.5h5a3.6 3.6 0 0 1 0 7.2h-5zM7.5 11.7H13a3.9 3.9 0 0 1 0 7.8H7.5z',
  italic: 'M10.5 4.5h6M7.5 19.5h6M14 4.5l-4 15',
  smallCaps: 'M2.5 18.5l5-13 5 13M4.3 14h6.4M14 18.5l3.6-8.8 3.6 8.8M15.3 15.4h4.6',
  quotation: 'M10 7C6.5 8.5 5 11 5 16.5h5.5v-5H8c0-1.5.8-2.5 2.5-3.2zM19.5 7c-3.5 1.5-5 4-5 9.5H20v-5h-2.5c0-1.5.8-2.5 2.5-3.2z',
  list: 'M9 6.5h11M9 12h11M9 17.5h11M4.9 6.5h.2M4.9 12h.2M4.9 17.5h.2',
  numberedList: 'M10 6.5h10M10 12h10M10 17.5h10M4.3 5l1.4-.8v4.2M4.2 15.8c.4-1.5 2.7-1.2 2.7.3 0 1.2-2.7 1.9-2.7 3.1h2.7',
  verse: 'M4 5.5h9.5M6.5 10h12M4 14.5h7.5M6.5 19h13',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4.2 4.2 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5',
  picture: 'M3.5 5h17v14h-17zM3.5 16l5-5 4 4 3-3 5 4.5M15.5 7.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 1 0 0-3',
  footnote: 'M3.5 7h8.5M3.5 12.5h13M3.5 18h9M18.5 3.5v6.4M15.7 5.1l5.6 3.2M21.3 5.1l-5.6 3.2',
  sectionBreak: 'M3.5 12h5M15.5 12h5M12 9l2.5 3-2.5 3-2.5-3z',
  language: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M3.5 12h17M12 3.5c-4.7 4.7-4.7 12.3 0 17M12 3.5c4.7 4.7 4.7 12.3 0 17',
  find: 'M10.5 4.5a6 6 0 1 0 0 12a6 6 0 1 0 0-12M15 15l5.5 5.5',
  up: 'M6 14.5l6-6 6 6',
} as const;

export type ToolIconName = keyof typeof PATHS;

/** Icons of the editor, separate because readers never load them. Decorative: the parent element is labelled. */
export function ToolIcon({ name }: { name: ToolIconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
