import type { ReactNode } from 'react';

type Props = { id: string; title: string; lede?: ReactNode; badge?: ReactNode; className?: string; children: ReactNode };

/** One matter of the settings: a sheet with an inner frame. */
export function SettingsSection({ id, title, lede, badge, className = '', children }: Props) {
  return (
    <section id={id} className={`sheet ${className}`} aria-labelledby={`${id}-title`}>
      <div className="sheet-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {badge}
      </div>
      {lede ? <p className="sheet-lede">{lede}</p> : null}
      {children}
    </section>
  );
}
