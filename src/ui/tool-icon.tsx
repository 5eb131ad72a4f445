import { Icon, type IconName } from './icon.tsx';

/** Drawings that only those who work here see: readers need not load them. */
const PATHS = {
  plus: 'M12 5v14M5 12h14',
  bin: 'M4.5 6.5h15M9.5 6.5v-3h5v3M6.5 6.5l1 14h9l1-14M10.2 10.5v6M13.8 10.5v6',
  box: 'M3.5 4.5h17v4.5h-17zM5 9v11h14V9M9.5 12.5h5',
  undo: 'M4.5 9.5h10a5 5 0 0 1 0 10H9M8.5 5.5l-4 4 4 4',
} as const;

export type ToolIconName = IconName | keyof typeof PATHS;

/** Any drawing of ours, also those of the tools. Beside a word or inside something labelled, as all are. */
export function ToolIcon({ name }: { name: ToolIconName }) {
  if (!(name in PATHS)) return <Icon name={name as IconName} />;
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name as keyof typeof PATHS]} />
    </svg>
  );
}
