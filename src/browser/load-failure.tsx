import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { FailurePage } from '#src/features/errors/pages/failure-page.tsx';
import { isForWorker } from './query-client.ts';

/** What a page asked for did not come. Without a network it is loaded as a whole: the worker may have it, or says what it has. */
export function LoadFailure({ error }: ErrorComponentProps) {
  useEffect(() => {
    if (isForWorker(error)) location.reload();
  }, [error]);
  return <FailurePage />;
}
