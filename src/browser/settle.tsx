import type { ReactNode } from 'react';
import { BadAddressPage } from '#src/features/errors/pages/bad-address-page.tsx';
import { NotFoundPage } from '#src/features/errors/pages/not-found-page.tsx';
import type { Settled } from './settled.ts';

type Props<T> = { of: Settled<T>; missing?: ReactNode; children: (value: T) => ReactNode };

/** Shows the thing asked for, or the page that says why it is not there. */
export function Settle<T>({ of, missing, children }: Props<T>) {
  if ('ok' in of) return children(of.ok);
  if ('problem' in of && of.problem === 400) return <BadAddressPage />;
  return missing ?? <NotFoundPage />;
}
