import { Icon } from '#src/ui/icon.tsx';
import { momentOf } from '#src/ui/when.ts';
import { urls } from '#src/urls.ts';
import type { ImportState, ImportUpload } from '../contract.ts';

const WORDS: Record<Exclude<ImportState, 'done'>, string> = {
  collecting: 'Not looked at yet',
  checking: 'Is being looked at',
  checked: 'Waits for your word',
  importing: 'Is being brought in',
  failed: 'Could not be finished',
};

/** Imports that are not finished, each a way to go on with it. Nothing where there are none. */
export function ImportList({ imports }: { imports: readonly ImportUpload[] }) {
  return (
    <ul className="import-open-ones">
      {imports.map(({ id, state, files, created_at, by }) => (
        <li key={id}>
          <a href={urls.manageImport(id)}>
            <span>
              <b>
                Go on with <bdi>{namesOf(files)}</bdi>
              </b>
              <small className="figures">
                {state === 'done' ? 'Brought in' : WORDS[state]} · begun {momentOf(created_at)}
                {by === null ? null : (
                  <>
                    {' '}
                    by <bdi>{by}</bdi>
                  </>
                )}
              </small>
            </span>
            <Icon name="arrow" />
          </a>
        </li>
      ))}
    </ul>
  );
}

function namesOf(files: ImportUpload['files']): string {
  if (files.length === 0) return 'an import without files';
  const names = files.slice(0, 2).map(({ name }) => name);
  return files.length > 2 ? `${names.join(', ')} and ${files.length - 2} more` : names.join(' and ');
}
