import type { ReactNode } from 'react';

/** Stands where the reader's things will be; without scripts the line that says why they are not. */
export function KeptBones({ children }: { children: ReactNode }) {
  return (
    <>
      <p className="visually-hidden needs-script" role="status">
        Loading
      </p>
      <div className="kept-bones needs-script">{children}</div>
      <noscript>
        <p className="empty-line">Your browser keeps your tales, and needs scripts to show them.</p>
      </noscript>
    </>
  );
}
