import type { ReactNode } from 'react';
import { Eyebrow } from './eyebrow.tsx';

/** The head of a list page: a small line, the title, and a sentence at the right. */
export function PageHead({ eyebrow, title, lede }: { eyebrow: string; title: string; lede?: ReactNode }) {
  return (
    <div className="browse-head">
      <div>
        <Eyebrow>{eyebrow}</Eyebrow>
        <h1>{title}</h1>
      </div>
      {lede ? <p className="lede">{lede}</p> : null}
    </div>
  );
}
