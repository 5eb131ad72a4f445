import { encode } from 'uqr';
import { escapeText } from './escape-html.ts';

/** The quiet zone in modules (ISO/IEC 18004). */
const QUIET = 4;
const LIGHT = '#fffdf6';
const DARK = '#0b2a30';

/** A QR code, dark on light in every theme, as cameras expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { side, path } = drawQr(text);
  return (
    <svg className="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path fill={LIGHT} d={`M0 0h${side}v${side}h-${side}z`} />
      <path fill={DARK} d={path} />
    </svg>
  );
}

/** Returns the dark modules of a QR code as one path, in a square of `side` modules including the quiet zone. */
export function drawQr(text: string): { side: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const path = data.flatMap((row, y) => runsOf(row).map(({ x, width }) => `M${x + QUIET} ${y + QUIET}h${width}v1h-${width}z`)).join('');
  return { side: size + 2 * QUIET, path };
}

/** Returns a standalone SVG with text lines below the code, to save or print. */
export function qrPicture(text: string, words: readonly string[]): string {
  const { side, path } = drawQr(text);
  const line = side / 14;
  const height = side + line * 1.6 * words.length + line;
  const lines = words.map((word, index) => {
    const size = Math.min(line, (side - 2) / (word.length * 0.56));
    return `<text x="${side / 2}" y="${side + line * 1.6 * (index + 0.7)}" font-size="${size}">${escapeText(word)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${height}" width="${side * 16}" height="${height * 16}">
<path fill="${LIGHT}" d="M0 0h${side}v${height}h-${side}z"/>
<path fill="${DARK}" shape-rendering="crispEdges" d="${path}"/>
<g fill="${DARK}" font-family="Georgia, serif" text-anchor="middle">${lines.join('')}</g>
</svg>
`;
}

/** Runs of adjacent dark modules. */
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
