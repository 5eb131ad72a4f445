const DRAWN = ['grimm', 'andersen', 'perrault', 'aulnoy'] as const;

type Props = { slug: string; name: string; sortName: string; className?: string; described?: boolean };

/**
 * An author's cut-paper profile where we have drawn one, else the initial in the same oval. `described` gives the
 * drawing a text; without it the name stands beside it.
 */
export function Cameo({ slug, name, sortName, className, described = false }: Props) {
  const drawn = DRAWN.find((known) => slug.split('-').includes(known));
  if (!drawn) return <Initial letter={[...sortName][0] ?? ''} className={className} />;
  const alt = described ? `Cut-paper profile of ${name}` : '';
  return (
    <img className={className} src={`/art/author-${drawn}.svg`} alt={alt} width="240" height="300" loading={described ? 'eager' : 'lazy'} />
  );
}

function Initial({ letter, className }: { letter: string; className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 240 300" width="240" height="300" aria-hidden="true">
      <ellipse cx="120" cy="150" rx="116" ry="146" fill="#1d4d52" />
      <ellipse cx="120" cy="150" rx="107" ry="137" fill="#9dbfae" />
      <ellipse cx="120" cy="150" rx="98" ry="128" fill="#d9dcb6" />
      <ellipse cx="120" cy="150" rx="88" ry="117" fill="#f7e6b8" />
      <ellipse cx="120" cy="150" rx="111.5" ry="141.5" fill="none" stroke="#d8a748" strokeWidth="1.6" />
      <text className="cameo-letter" x="120" y="190" textAnchor="middle">
        {letter.toLocaleUpperCase('en')}
      </text>
    </svg>
  );
}
