import { useMatch } from '@tanstack/react-router';
import { type ReactNode, use } from 'react';
import { BadAddressPage, NotFoundPage } from './pages/error-pages.tsx';

type Props<T> = { of: LoadedValue<T>; missing?: ReactNode; children: (value: T) => ReactNode };

/** Renders the loaded data, or the matching error page. */
export function LoadResult<T>({ of, missing, children }: Props<T>) {
  if ('ok' in of) return children(of.ok);
  if ('problem' in of && of.problem === 400) return <BadAddressPage />;
  return missing ?? <NotFoundPage />;
}

/** A render that suspends on this is discarded; the next one replaces it. */
const NEVER = new Promise<never>(() => {});

/**
 * Returns the loader data of the page. Typed by its loader, because the type of its route would be circular. A page can be left while React is still
 * rendering it in slices: its match is then gone, and the render is discarded.
 */
export function useLoaded<Load extends (...args: never[]) => Promise<unknown>>(): Awaited<ReturnType<Load>> {
  const match = useMatch({ strict: false, shouldThrow: false });
  return (match === undefined ? use(NEVER) : match.loaderData) as Awaited<ReturnType<Load>>;
}

/** A loaded value, or the status of an expected error. */
export type LoadedValue<T> = { ok: T } | { problem: number };

/** Converts expected errors (4xx, redirects) into values; rethrows others, to be retried or reported. */
export async function toLoadedValue<T>(loading: Promise<T>): Promise<LoadedValue<T> | { moved: string }> {
  try {
    return { ok: await loading };
  } catch (error) {
    const { status, location } = error as { status?: unknown; location?: unknown };
    if (typeof status !== 'number' || status >= 500 || status === 429) throw error;
    return typeof location === 'string' ? { moved: location } : { problem: status };
  }
}
