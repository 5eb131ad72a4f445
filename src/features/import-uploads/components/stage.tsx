import type { ReactNode } from 'react';
import { useFocusWhenLost } from '#src/features/catalogue/components/use-focus-when-lost.ts';
import { Alert } from '#src/ui/alert.tsx';

type Props = { title: string; failure: string | null; children: ReactNode };

/** One step of an import. When the step before has taken the focus with it, its heading gets it. */
export function Stage({ title, failure, children }: Props) {
  const heading = useFocusWhenLost<HTMLHeadingElement>(title);
  return (
    <section className="panel import-stage" aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {failure === null ? null : (
        <Alert title="That was not done" wrong>
          {failure}
        </Alert>
      )}
      {children}
    </section>
  );
}
