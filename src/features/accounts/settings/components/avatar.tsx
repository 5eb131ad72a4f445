import type { Cameo } from '../cameos.ts';

/** A person's picture: a cameo, or the first letter of the name. The name stands beside it. */
export function Avatar({ image, name, className = '' }: { image: Cameo | null; name: string; className?: string }) {
  if (image === null)
    return (
      <span className={`avatar avatar-letter ${className}`} aria-hidden="true">
        {[...name.trim()][0]?.toLocaleUpperCase() ?? ''}
      </span>
    );
  return <img className={`avatar ${className}`} src={`/art/cameo-${image}.svg`} alt="" width="400" height="400" />;
}
