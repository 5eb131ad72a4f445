import { encode } from 'uqr';

/** Modules left free around it, as the standard asks (ISO/IEC 18004). */
const QUIET = 4;

/** A QR code, drawn dark on light in every theme: that is what cameras look for. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const side = size + 2 * QUIET;
  return (
    <svg className="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path fill="#fffdf6" d={`M0 0h${side}v${side}h-${side}z`} />
      <path
        fill="#0b2a30"
        d={data.flatMap((row, y) => runsOf(row).map(({ x, width }) => `M${x + QUIET} ${y + QUIET}h${width}v1h-${width}z`)).join('')}
      />
    </svg>
  );
}

/** Dark modules beside each other, as one. */
function runsOf(row: readonly boolean[]): { x: number; width: number }[] {
  const runs: { x: number; width: number }[] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last !== undefined && last.x + last.width === x) last.width += 1;
    else runs.push({ x, width: 1 });
  }
  return runs;
}
