import { useEffect, useId, useState } from 'react';
import { SIZES } from '../looks.ts';

/** The size of the text in steps; the number beside it is that of the text on this page, in pixels. */
export function SizeSlider({ size, onChange }: { size: number; onChange: (size: number) => void }) {
  const id = useId();
  const pixels = usePixels(size);
  return (
    <fieldset>
      <legend className="label">
        Text size <small aria-hidden="true">{pixels}</small>
      </legend>
      <div className="slider">
        <span aria-hidden="true">A</span>
        <input
          id={id}
          type="range"
          min={SIZES.least}
          max={SIZES.most}
          value={size}
          aria-label="Text size"
          aria-valuetext={`${pixels} pixels`}
          onChange={(event) => onChange(Number(event.target.value))}
        />
        <span aria-hidden="true">A</span>
      </div>
    </fieldset>
  );
}

/** Of the text below, after it has been set in that size. */
function usePixels(size: number): number {
  const [pixels, setPixels] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the size has changed
  useEffect(() => {
    const text = document.querySelector('.prose');
    if (text !== null) setPixels(Math.round(Number.parseFloat(getComputedStyle(text).fontSize)));
  }, [size]);
  return pixels;
}
