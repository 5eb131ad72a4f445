import type { ReactNode } from 'react';
import { Gate } from './gate.tsx';
import type { Failure } from './use-sent-form.ts';

/** Codes of the API for a link that opens nothing any more, or never did. */
const FADED = ['link_faded', 'other_address'];

export function isFaded(failure: Failure | null): boolean {
  return failure !== null && FADED.includes(failure.code);
}

/** The page of a link in a mail that no longer opens anything. `children`: how to get a new one. */
export function FadedLink({ children }: { children: ReactNode }) {
  return (
    <Gate title="This link has faded" lede="Ask for a new one below." art="post">
      <div role="status" className="visually-hidden">
        This link has faded. Ask for a new one below.
      </div>
      {children}
    </Gate>
  );
}
