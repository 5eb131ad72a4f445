import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'button'>, 'type'> & { isBusy: boolean; busyText: string };

/** The button of a form. While the form is on its way it says so, keeps the focus, and cannot send it twice. */
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
