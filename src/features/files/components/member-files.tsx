import { type ReactNode, useEffect, useState } from 'react';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import type { MemberFiles as Answer, AttachedFile } from '../attachments/contract.ts';

type Props = { path: string; children: (files: readonly AttachedFile[]) => ReactNode };

/** Files for readers who are logged in. `path`: of the list, below /account/files. */
export function MemberFiles({ path, children }: Props) {
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const [failure, setFailure] = useState('');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    let isCurrent = true;
    apiRequest<Answer>('GET', `/account/files/${path}`).then(
      (answer) => {
        if (!isCurrent) return;
        setFiles(answer.files);
        setFailure('');
      },
      (error: unknown) => {
        if (!isCurrent) return;
        setFailure(error instanceof ApiError ? error.message : 'The files for members could not be loaded.');
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [path, attempt]);
  if (failure === '') return children(files);
  return (
    <p className="member-files" role="alert">
      {failure}{' '}
      <button type="button" className="btn btn-line" onClick={() => setAttempt(attempt + 1)}>
        Try again
      </button>
    </p>
  );
}
