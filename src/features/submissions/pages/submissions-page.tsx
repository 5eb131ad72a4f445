import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { RecordNote } from '#src/admin-ui/record.tsx';
import { RecordLayout } from '#src/admin-ui/record-layout.tsx';
import { apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import { useLinkSuggestions } from '#src/features/search/components/suggestions.ts';
import { Combobox } from '#src/ui/combobox.tsx';
import { formatLocalTime } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { StateBadge } from '../components/annotated-text.tsx';
import { OwnSubmission } from '../components/own-submission.tsx';
import type { OwnSubmissions, Submission, SubmissionRow } from '../contract.ts';

type Props = { email: string; id: string; go: (href: string) => void };

/** The user's own submissions, and the open one (`?id=`). Never cached across pages, because the next user may be someone else. */
export function SubmissionsPage({ email, id, go }: Props) {
  const client = useQueryClient();
  const listKey = ['submissions', email];
  const list = useQuery({
    queryKey: listKey,
    queryFn: () => apiRequest<OwnSubmissions>('GET', '/account/submissions'),
    ...{ staleTime: 0, gcTime: 0, retry: retryUpTo(3) },
  });
  const oneKey = [...listKey, id];
  const one = useQuery({
    queryKey: oneKey,
    queryFn: () => apiRequest<Submission>('GET', `/account/submissions/${encodeURIComponent(id)}`),
    // What is being edited is not replaced.
    ...{ enabled: id !== '', staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false, retry: retryUpTo(3) },
  });
  const refreshList = () => client.invalidateQueries({ queryKey: listKey, exact: true });

  async function create(translate?: string): Promise<void> {
    try {
      const created = await apiRequest<Submission>('POST', '/account/submissions', translate === undefined ? {} : { translate });
      client.setQueryData([...listKey, created.id], created);
      go(urls.submissions(created.id));
      await refreshList();
    } catch (error) {
      void toast({ title: 'Error creating submission', text: error instanceof Error ? error.message : '', wrong: true });
    }
  }

  return (
    <div className="page manage">
      <div className="manage-head">
        <h1>My submissions</h1>
        <p className="lede">Write a tale and submit it. An editor reviews it before it is published.</p>
      </div>
      <RecordLayout
        title="Tales"
        none="Select a tale to open it"
        list={
          <RecordNote query={list} loading="Loading submissions..." gone="The submissions were not found.">
            {({ submissions, may_submit, may_translate }) => (
              <>
                {may_submit ? (
                  <NewSubmission mayTranslate={may_translate} onCreate={create} />
                ) : (
                  <p className="panel-note">
                    Only contributors can submit tales. <a href={urls.contact()}>Write to us</a> to become one.
                  </p>
                )}
                {submissions.length > 0 ? (
                  <SubmissionList submissions={submissions} selected={id} />
                ) : may_submit ? (
                  <p className="panel-note" role="status">
                    No tales yet
                  </p>
                ) : null}
              </>
            )}
          </RecordNote>
        }
        open={
          id === ''
            ? null
            : {
                ...{ key: id, title: 'Submission', back: urls.submissions() },
                body: (
                  <RecordNote query={one} loading="Loading submission..." gone="This submission does not exist.">
                    {(submission) => (
                      <OwnSubmission
                        key={id}
                        submission={submission}
                        onChanged={async (changed) => {
                          client.setQueryData(oneKey, changed);
                          await refreshList();
                        }}
                        onReload={async () => void (await one.refetch())}
                        onDeleted={async () => {
                          go(urls.submissions());
                          await refreshList();
                        }}
                      />
                    )}
                  </RecordNote>
                ),
              }
        }
      />
    </div>
  );
}

function NewSubmission({ mayTranslate, onCreate }: { mayTranslate: boolean; onCreate: (translate?: string) => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);

  async function create(translate?: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await onCreate(translate).finally(() => setBusy(false));
  }

  return (
    <div className="submission-start">
      <button
        type="button"
        className="btn btn-solid"
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
        onClick={() => void create()}
      >
        Write a tale
      </button>
      {mayTranslate ? <TaleToTranslate onPick={(slug) => void create(slug)} /> : null}
    </div>
  );
}

const TALE_PATH = urls.tale('');

/** A search for the published tale to translate. */
function TaleToTranslate({ onPick }: { onPick: (slug: string) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const tales = useLinkSuggestions(text).filter(({ href }) => href.startsWith(TALE_PATH));
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Translate a tale
      </label>
      <Combobox
        id={id}
        name="translate"
        listLabel="Published tales"
        placeholder="Search by title"
        isRequired={false}
        text={text}
        onText={setText}
        options={tales.map(({ href, title, note }) => ({ value: href.slice(TALE_PATH.length), label: title, note }))}
        onPick={({ value }) => {
          setText('');
          onPick(decodeURIComponent(value));
        }}
      />
    </div>
  );
}

function SubmissionList({ submissions, selected }: { submissions: readonly SubmissionRow[]; selected: string }) {
  return (
    <ul className="desk-rows inbox-rows">
      {submissions.map(({ id, title, state, language, is_translation, updated_at }) => (
        <li key={id}>
          <a href={urls.submissions(id)} aria-current={id === selected ? 'true' : undefined}>
            <span>
              <b>
                <bdi>{title || 'Untitled tale'}</bdi>
              </b>
              {is_translation ? <small>Translation{language && ` (${language})`}</small> : null}
            </span>
            <span className="desk-count figures">
              <StateBadge state={state} />
              {formatLocalTime(updated_at)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
