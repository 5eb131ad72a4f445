import type { ReactNode } from 'react';

type Spot = 'owl' | 'lantern' | 'rose' | 'book';
type Props = { spot: Spot; title: string; text: string; level?: 1 | 2; children?: ReactNode };

/** An empty state: illustration, title, text and at most one action. */
export function EmptyState({ spot, title, text, level = 2, children }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="empty">
      <img src={`/art/spot-${spot}.svg`} alt="" width="400" height="400" />
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children}
    </div>
  );
}
