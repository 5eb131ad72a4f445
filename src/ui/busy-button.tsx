import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'button'>, 'type'> & { isBusy: boolean; busyText: string };

/** A submit button. While the form is submitted it shows `busyText`, keeps the focus, and prevents a second submission. */
export function BusyButton({ isBusy, busyText, children, className = 'btn btn-solid btn-lg btn-wide', ...button }: Props) {
  return (
    <button {...button} type="submit" className={className} aria-busy={isBusy || undefined} aria-disabled={isBusy || undefined}>
      {isBusy ? (
        <>
          <span className="spinner" aria-hidden="true" />
          {busyText}
        </>
      ) : (
        children
      )}
    </button>
  );
}
