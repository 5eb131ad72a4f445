const PATHS = {
  arrow: 'M4 12h15.5M14 6.5l5.5 5.5-5.5 5.5',
  back: 'M20 12H4.5M10 6.5L4.5 12l5.5 5.5',
  book: 'M12 6.5C9.5 4.8 6.5 4.3 3.5 4.5V18c3-.2 6 .3 8.5 2 2.5-1.7 5.5-2.2 8.5-2V4.5c-3-.2-6 .3-8.5 2zM12 6.5V20',
  bookmark: 'M6.5 3.5h11v17L12 16l-5.5 4.5z',
  check: 'M5 12.5l4.5 4.5L19 7',
  clock: 'M12 3.8a8.2 8.2 0 1 0 0 16.4a8.2 8.2 0 1 0 0-16.4M12 7.2V12l3.2 2',
  close: 'M6 6l12 12M18 6L6 18',
  dice: 'M6 3.8h12a2.2 2.2 0 0 1 2.2 2.2v12a2.2 2.2 0 0 1-2.2 2.2H6A2.2 2.2 0 0 1 3.8 18V6A2.2 2.2 0 0 1 6 3.8M8.2 8.2h.02M15.8 8.2h.02M12 12h.02M8.2 15.8h.02M15.8 15.8h.02',
  dots: 'M5 12h.02M12 12h.02M19 12h.02',
  down: 'M6 9.5l6 6 6-6',
  door: 'M6 20.5V11a6 6 0 0 1 12 0v9.5zM14.2 13v1.6',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6',
  feather: 'M4.5 20C6.5 12 11 5.5 20 3.5c-.5 6.5-4 11.5-11.5 12.5M4.5 20l5-7',
  filter: 'M4 7h8M18 7h2M4 17h2M12 17h8M15 4.4a2.6 2.6 0 1 0 0 5.2a2.6 2.6 0 1 0 0-5.2M9 14.4a2.6 2.6 0 1 0 0 5.2a2.6 2.6 0 1 0 0-5.2',
  gear: 'M12 8.8a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4M12 3.5v3M12 17.5v3M3.5 12h3M17.5 12h3M6 6l2.1 2.1M15.9 15.9L18 18M18 6l-2.1 2.1M8.1 15.9L6 18',
  heart: 'M12 20C6 15.5 3.5 12.3 3.5 8.9A4.4 4.4 0 0 1 12 7.3a4.4 4.4 0 0 1 8.5 1.6C20.5 12.3 18 15.5 12 20z',
  home: 'M4 11l8-7 8 7v9.5h-5.5v-6h-5v6H4z',
  key: 'M8 11.2a4.3 4.3 0 1 0 0 8.6a4.3 4.3 0 1 0 0-8.6M11.1 12.4L20 3.5M16.4 7.1l3.2 3.2M13.6 9.9l2.2 2.2',
  leave: 'M14 4H5v16h9M10 12h10.5M16.5 8l4 4-4 4',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
  mail: 'M3.5 6h17v12.5h-17zM3.5 6.5L12 13l8.5-6.5',
  menu: 'M4 7.5h16M4 12h16M4 16.5h11',
  moon: 'M19.5 14.3A8 8 0 0 1 9.7 4.5a8 8 0 1 0 9.8 9.8z',
  person: 'M12 4.5a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4 20.5c.8-4.5 4-6.5 8-6.5s7.2 2 8 6.5',
  print: 'M7 8V3.5h10V8M7 17H4V8h16v9h-3M7 13.5h10v7H7z',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM19 14v1M15 19v1',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4L19.5 9M19.5 4v5h-5',
  search: 'M10.5 4.5a6 6 0 1 0 0 12a6 6 0 1 0 0-12M15 15l5.5 5.5',
  share: 'M12 15V3.5M8 7.2L12 3.5l4 3.7M6.5 11H5v9.5h14V11h-1.5',
  shelf: 'M4.5 20.5h15M6 17.5v-13h4v13zM10 17.5v-10h3.5v10M14 8l3.4-1 3 10-3.4 1z',
  sound: 'M4 9.5v5h3.5l5 4.5V5l-5 4.5zM15.5 9.2a4 4 0 0 1 0 5.6M18 6.5a7.8 7.8 0 0 1 0 11',
  warning: 'M12 4L2.8 20h18.4zM12 10v5M12 17.2v.4',
} as const;

export type IconName = keyof typeof PATHS;

/** A line icon of 24 px in the colour of the text. Always beside text or inside a labelled element. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
