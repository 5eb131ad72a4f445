/** What the server knows of imports: asked for anew while something goes on there. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Refused, retryUpTo, send } from '#src/features/accounts/components/send.ts';
import type { ImportReport, ImportRuns, ImportState, ImportTaleText, ImportUpload, ImportUploads } from '../contract.ts';

const ALL = '/imports';
const RUNS = '/import-runs';
const OFTEN_MS = 1_000;
/** Nobody looks: it goes on without. */
const HIDDEN_MS = 10_000;

export function isAtWork(state: ImportState): boolean {
  return state === 'checking' || state === 'importing';
}

/** One import. `id` blank: nothing is asked for. */
export function useImport(id: string) {
  return useAsked<ImportReport>(`${ALL}/${id}`, ({ state }) => isAtWork(state), id !== '');
}

/** The text of a tale that a check has found. */
export function useTaleText(id: string, key: string) {
  return useAsked<ImportTaleText>(`${ALL}/${id}/tales/${key}`, () => false);
}

/** Those of the last days. */
export function useImports() {
  return useAsked<ImportUploads>(ALL, ({ imports }) => imports.some(({ state }) => isAtWork(state)));
}

/** What was brought in before. */
export function useRuns(enabled = true) {
  return useAsked<ImportRuns>(RUNS, ({ runs }) => runs.some(({ state }) => state === 'undoing'), enabled);
}

/** Shows what an answer said of an import, or asks again for imports or runs. */
export function useImportCache() {
  const client = useQueryClient();
  const again = (path: string) => client.invalidateQueries({ queryKey: keyOf(path) });
  return {
    /** One that was made just now: nothing is in it yet. */
    keepNew: (made: ImportUpload) => {
      const report: ImportReport = { ...made, is_dry: true, books: [], problems: [], left: [] };
      client.setQueryData(keyOf(`${ALL}/${made.id}`), report);
    },
    forget: (id: string) => client.removeQueries({ queryKey: keyOf(`${ALL}/${id}`) }),
    reloadImport: (id: string) => again(`${ALL}/${id}`),
    reloadImports: () => again(ALL),
    reloadRuns: () => again(RUNS),
  };
}

function keyOf(path: string): readonly string[] {
  return ['staff', path];
}

function useAsked<Answer>(path: string, goesOn: (answer: Answer) => boolean, enabled = true) {
  const query = useQuery({
    queryKey: keyOf(path),
    queryFn: () => send<Answer>('GET', `/admin${path}`),
    enabled,
    staleTime: 0,
    // Without a connection it is asked all the same, so that the page can say so.
    networkMode: 'always',
    refetchOnReconnect: true,
    refetchInterval: ({ state: { data } }) => (data === undefined || !goesOn(data) ? false : document.hidden ? HIDDEN_MS : OFTEN_MS),
    refetchIntervalInBackground: true,
    retry: (failures, error) => error instanceof Refused && error.status >= 500 && retryUpTo(2)(failures, error),
  });
  return query;
}
