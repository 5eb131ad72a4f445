import type { ReactNode } from 'react';
import { BrandMark } from '#src/ui/brand-mark.tsx';
import { urls } from '#src/urls.ts';

/** `isForVisitors`: shown to nobody who is most likely logged in, until that is known. */
type Props = { title: string; lede?: ReactNode; art: 'login' | 'register' | 'post'; isForVisitors?: boolean; children: ReactNode };

/** The page of a gate: what one came for at the left, a drawing at the right (above, on small screens). */
export function Gate({ title, lede, art, isForVisitors = false, children }: Props) {
  return (
    <div className="gate-page">
      <section className="gate-form">
        <a className="brand" href={urls.home()}>
          <BrandMark />
          <span>Talewood</span>
        </a>
        <div className={isForVisitors ? 'gate-in for-visitors' : 'gate-in'}>
          <h1>{title}</h1>
          {lede ? <p className="lede">{lede}</p> : null}
          {children}
        </div>
        <p className="gate-foot">© {new Date().getUTCFullYear()} Talewood</p>
      </section>
      <div className={`gate-art forest is-${art}`} aria-hidden="true">
        <img src={`/art/gate-${art}.svg`} alt="" width="600" height="800" />
      </div>
    </div>
  );
}
