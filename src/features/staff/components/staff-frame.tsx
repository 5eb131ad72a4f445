import type { ReactNode } from 'react';
import { StaffNav } from './staff-nav.tsx';

type Props = { title: string; lede: string; path: string; children: ReactNode };

/** What most screens of administrators stand in: a heading, the ways between them, and a panel. */
export function StaffFrame(props: Props) {
  return (
    <StaffPage {...props}>
      <section className="panel" aria-label={props.title}>
        {props.children}
      </section>
    </StaffPage>
  );
}

/** The same without the panel. `className` adds to the page's classes. */
export function StaffPage({ title, lede, path, className = '', children }: Props & { className?: string }) {
  return (
    <div className={`page manage ${className}`.trim()}>
      <div className="manage-head">
        <h1>{title}</h1>
        <p className="lede">{lede}</p>
      </div>
      <StaffNav path={path} />
      {children}
    </div>
  );
}
