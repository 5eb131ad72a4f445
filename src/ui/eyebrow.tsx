import type { ReactNode } from 'react';

/** The small line above a title. */
export function Eyebrow({ children }: { children: ReactNode }) {
  return (
    <p className="eyebrow">
      <svg viewBox="0 0 30 16" aria-hidden="true">
        <path d="M15 1l2 5 5 2-5 2-2 5-2-5-5-2 5-2z" />
        <path d="M1 8q3-4 6 0q-3 4-6 0zM29 8q-3-4-6 0q3 4 6 0z" />
      </svg>
      {children}
    </p>
  );
}
