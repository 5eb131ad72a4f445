import type { ReactNode } from 'react';
import { Eyebrow } from './eyebrow.tsx';

/** Longer words than these stand below the title, not beside it. */
const SENTENCE = 160;

/** The head of a list page: a small line, the title, and a sentence or something else at the right, or an introduction below. */
export function PageHead({ eyebrow, title, lede, children }: { eyebrow: string; title: string; lede?: string; children?: ReactNode }) {
  return (
    <div className={`browse-head${lede && lede.length > SENTENCE ? ' is-tall' : ''}`}>
      <div>
        <Eyebrow>{eyebrow}</Eyebrow>
        <h1>{title}</h1>
      </div>
      {lede ? <p className="lede">{lede}</p> : null}
      {children}
    </div>
  );
}
