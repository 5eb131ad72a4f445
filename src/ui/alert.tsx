import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Props = { title: string; icon?: IconName; wrong?: boolean; children?: ReactNode };

/** A persistent message. `wrong`: an error, announced at once by screen readers. */
export function Alert({ title, icon = 'warning', wrong = false, children }: Props) {
  return (
    <div className={wrong ? 'alert is-wrong' : 'alert'} role={wrong ? 'alert' : undefined}>
      <Icon name={icon} />
      <strong>{title}</strong>
      {children ? <div className="alert-text">{children}</div> : null}
    </div>
  );
}
