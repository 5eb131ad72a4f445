import { useState } from 'react';

/** The first of a long list, and so many more each time they are asked for. */
export function useMore<Each>(all: readonly Each[], step: number): { shown: readonly Each[]; more: number; showMore: () => void } {
  const [most, setMost] = useState(step);
  return { shown: all.slice(0, most), more: Math.max(0, Math.min(step, all.length - most)), showMore: () => setMost(most + step) };
}
