import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { StatusBadge } from '#src/admin-ui/admin-table.tsx';
import type { RecordPageProps } from '#src/admin-ui/paged-list.tsx';
import { RecordNote, useRecord } from '#src/admin-ui/record.tsx';
import { RecordLayout } from '#src/admin-ui/record-layout.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import { formatLocalTime } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { FunctionRuns, RUN_STATES } from '../components/function-runs.tsx';
import type { FunctionList, FunctionRun, FunctionView } from '../contract.ts';

const PATH = '/functions';

/** All functions, and the one selected by `?id=` with its triggers and runs. */
export function ManageFunctionsPage({ search }: RecordPageProps) {
  const query = useRecord<FunctionList>(PATH);
  const { id = '' } = search;
  return (
    <AdminFrame
      title="Functions"
      lede="Your own code: web endpoints, and what runs on events or on a schedule"
      path={urls.manageFunctions()}
    >
      <RecordLayout
        title="Functions"
        none="Select a function"
        list={
          <RecordNote query={query} loading="Loading functions..." gone="Could not load functions.">
            {(list) => <FunctionRows list={list} selected={id} />}
          </RecordNote>
        }
        open={
          id === ''
            ? null
            : {
                ...{ key: id, title: 'Function', back: urls.manageFunctions() },
                body: (
                  <RecordNote query={query} loading="Loading function..." gone="Could not load functions.">
                    {({ functions }) => <OpenFunction key={id} name={id} fn={functions.find(({ name }) => name === id)} />}
                  </RecordNote>
                ),
              }
        }
      />
    </AdminFrame>
  );
}

function FunctionRows({ list: { folder, functions }, selected }: { list: FunctionList; selected: string }) {
  if (functions.length === 0)
    return (
      <div className="panel-note function-note">
        <p>No functions yet. Create the first one on the server:</p>
        <pre>npm run talewood -- functions new hello --http</pre>
        <p>
          Modules are read from <code>{folder}</code> within a few seconds; no restart is needed.
        </p>
      </div>
    );
  return (
    <ul className="desk-rows">
      {functions.map((fn) => (
        <li key={fn.name}>
          <a href={urls.manageFunctions(`id=${encodeURIComponent(fn.name)}`)} aria-current={fn.name === selected ? 'true' : undefined}>
            <span>
              <b>{fn.name}</b>
              <small>{[triggerText(fn), lastRunText(fn)].filter(Boolean).join(' · ')}</small>
            </span>
            <FunctionBadge fn={fn} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function FunctionBadge({ fn: { problem, failures } }: { fn: FunctionView }) {
  if (problem !== '') return <StatusBadge kind="rose">Broken</StatusBadge>;
  if (failures > 0) return <StatusBadge kind="amber">{failures === 1 ? '1 failure' : `${failures} failures`}</StatusBadge>;
  return <StatusBadge kind="good">Ready</StatusBadge>;
}

function triggerText({ methods, events, schedule }: FunctionView): string {
  return [methods.length > 0 ? 'Web' : '', events.length > 0 ? 'Events' : '', schedule === null ? '' : 'Schedule']
    .filter(Boolean)
    .join(', ');
}

function lastRunText({ last_run }: FunctionView): string {
  if (last_run === null) return 'Never run';
  const { text } = RUN_STATES[last_run.status as FunctionRun['status']];
  return `${text} ${formatLocalTime(last_run.at)}`;
}

function OpenFunction({ name, fn }: { name: string; fn: FunctionView | undefined }) {
  const client = useQueryClient();
  const [running, setRunning] = useState<string | null>(null);
  const reload = async () => {
    await Promise.all([PATH, `${PATH}/${name}/runs`].map((path) => client.invalidateQueries({ queryKey: ['staff', path] })));
  };

  async function run(event: string | null): Promise<void> {
    if (running !== null) return;
    setRunning(event ?? 'schedule');
    try {
      await apiRequest<FunctionRun>('POST', `/admin${PATH}/${name}/run`, { event });
      await reload();
      void toast({ title: 'Run queued', text: 'It appears below. Select Refresh for its result.' });
    } catch (error) {
      void toast({ title: 'Error running function', text: error instanceof Error ? error.message : '', wrong: true });
    }
    setRunning(null);
  }

  const runs = <FunctionRuns name={name} onRefresh={reload} />;
  if (fn === undefined)
    return (
      <>
        <h3 className="desk-part">{name}</h3>
        <p className="hint">There is no such function in the folder any more. Its runs are stored for 30 days.</p>
        {runs}
      </>
    );
  const triggers: (string | null)[] = [...fn.events, ...(fn.schedule === null ? [] : [null])];
  return (
    <>
      <h3 className="desk-part">{fn.name}</h3>
      {fn.description === '' ? null : <p>{fn.description}</p>}
      {fn.problem === '' ? (
        <Facts fn={fn} />
      ) : (
        <div className="function-note">
          <p>This function cannot be used. Correct its module; it is read again within a few seconds.</p>
          <pre>{fn.problem}</pre>
        </div>
      )}
      {fn.problem !== '' || triggers.length === 0 ? null : (
        <div className="key-end function-actions">
          {triggers.map((event) => (
            <button
              key={event}
              type="button"
              className="btn btn-line"
              aria-busy={running === (event ?? 'schedule') || undefined}
              aria-disabled={running !== null || undefined}
              onClick={() => void run(event)}
            >
              {running === (event ?? 'schedule') ? 'Queuing...' : `Run now${triggers.length > 1 ? `: ${event ?? 'schedule'}` : ''}`}
            </button>
          ))}
        </div>
      )}
      {runs}
    </>
  );
}

const ACCESS: Record<NonNullable<FunctionView['access']>, string> = {
  public: 'everyone',
  user: 'everyone who is logged in',
  submitTales: 'contributors',
  translateTales: 'translators',
  editTales: 'editors',
  manageSite: 'administrators',
};

function Facts({ fn }: { fn: FunctionView }) {
  const { url, methods, access, events, schedule, next_run_at, env, missing_env, scopes, timeout, memory, runs, failures } = fn;
  const facts: [string, string][] = [
    ...(url === null || access === null ? [] : ([['URL', `${methods.join(', ')} ${url}, for ${ACCESS[access]}`]] as [string, string][])),
    ...(events.length === 0 ? [] : ([['Events', events.join(', ')]] as [string, string][])),
    ...(schedule === null
      ? []
      : ([['Schedule', `${schedule} (UTC)${next_run_at === null ? '' : `, next ${formatLocalTime(next_run_at)}`}`]] as [string, string][])),
    ...(env.length === 0
      ? []
      : ([['Variables', env.map((name) => (missing_env.includes(name) ? `${name} (not set)` : name)).join(', ')]] as [string, string][])),
    ['API', scopes.length === 0 ? 'no access' : scopes.join(', ')],
    ['Limits', `${timeout} s, ${memory} MB`],
    ['Last 7 days', `${runs === 1 ? '1 run' : `${runs} runs`}, ${failures} failed`],
  ];
  return (
    <dl className="function-facts">
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
