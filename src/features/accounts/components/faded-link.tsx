import { type ReactNode, useEffect } from 'react';
import { Gate } from './gate.tsx';
import type { Failure } from './use-sent-form.ts';

/** Codes of the API for a link that opens nothing any more, or never did. */
export const FADED = ['link_faded', 'other_address'];

export function isFaded(failure: Failure | null): boolean {
  return failure !== null && FADED.includes(failure.code);
}

type Props = {
  /** True when the reader has just pressed the button: it is gone, and the focus goes to the heading. */
  isPressed: boolean;
  /** How to get a new one. */
  children: ReactNode;
};

/** The page of a link in a mail that no longer opens anything. */
export function FadedLink({ isPressed, children }: Props) {
  useEffect(() => {
    if (!isPressed) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, [isPressed]);

  return (
    <Gate title="This link has faded" lede="Ask for a new one below." art="post">
      {children}
    </Gate>
  );
}
