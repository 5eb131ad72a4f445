import '#src/ui/styles/tale/index.css';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { HeldNews, useHeldRecord } from '#src/admin-ui/record.tsx';
import { AreaField } from '#src/admin-ui/text-fields.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { Credits, DiscussionQuestions, TaleHead } from '#src/features/tales/components/tale-sections.tsx';
import type { TaleView } from '#src/features/tales/contract.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { formatCount, formatLocalTime } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { Review, SubmissionComment } from '../contract.ts';
import { CONTEXT_LENGTH, MAX_QUOTE_LENGTH } from '../submission-fields.ts';
import { AnnotatedText, StateBadge } from './annotated-text.tsx';
import { Checks, Similar } from './review-checks.tsx';
import { Decision, UnsentText } from './review-decision.tsx';

type Props = { review: Review; onChanged: (review: Review) => Promise<void>; reload: () => Promise<unknown>; go: (href: string) => void };

/** `send`: makes a change, and shows the review as it is then. A conflict shows what others did. */
export type ReviewProps = {
  review: Review;
  isOpen: boolean;
  send: (method: 'POST' | 'DELETE', path: string, body?: object, headers?: Record<string, string>) => Promise<Review>;
};

/** A submitted tale with what helps to decide about it: checks, similar tales, the preview and comments. */
export function ReviewPanel({ review: latest, onChanged, reload, go }: Props) {
  const { shown: review, news, show, act } = useHeldRecord(latest, describeNews);
  const { id, state, fields, by, round, words, note, original, tale, comments, earlier, submitted_at } = review;
  const isOpen = state === 'submitted' && review.may_review;
  const preview = useRef<HTMLDivElement>(null);
  const passage = usePassage(preview);
  const heading = useRef<HTMLHeadingElement>(null);

  const send: ReviewProps['send'] = (method, path, body, headers) =>
    act(async () => {
      try {
        const changed = await apiRequest<Review>(method, `/admin/submissions/${id}${path}`, body, headers);
        await onChanged(changed);
        return changed;
      } catch (error) {
        if (error instanceof ApiError && (error.status === 409 || error.status === 412)) await reload();
        throw error;
      }
    });

  async function remove({ id: comment }: SubmissionComment): Promise<void> {
    try {
      await send('DELETE', `/comments/${comment}`);
    } catch (error) {
      void toast({ title: 'Error deleting comment', text: error instanceof Error ? error.message : '', wrong: true });
    }
  }

  return (
    <article>
      <div className="panel-head">
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{fields.title}</bdi>
        </h2>
        <StateBadge state={latest.state} />
      </div>
      <p className="letter-facts figures">
        Submitted by <bdi>{by ?? 'a deleted account'}</bdi>, {formatLocalTime(submitted_at)}
        {round > 1 ? `, version ${round}` : ''} · {formatCount(words)} words
        {original === null ? null : (
          <>
            {' · '}Translation of{' '}
            <a className="link" href={urls.tale(original.slug)}>
              {original.title}
            </a>{' '}
            ({original.language} to {fields.language})
          </>
        )}
      </p>
      {tale === null ? null : (
        <p>
          <a className="link" href={urls.manageTale(tale.id)}>
            {tale.is_public ? 'Open the published tale' : 'Open the draft'}
          </a>
        </p>
      )}
      {state === 'submitted' || note === '' ? null : (
        <Alert title={review.decided_by === null ? 'Note' : `Note by ${review.decided_by}`} icon="feather">
          <p className="letter-text" dir="auto">
            {note}
          </p>
        </Alert>
      )}
      {review.may_review ? null : <Alert title="You wrote this tale. Another editor has to review it." />}
      {state === 'submitted' ? <Checks review={review} /> : null}
      <Similar id={id} />
      <h3 className="desk-part">Preview</h3>
      {isOpen ? <p className="hint">Select a passage, then press Comment.</p> : null}
      <Preview review={review} root={preview}>
        <AnnotatedText
          html={fields.content}
          language={fields.language}
          comments={comments}
          actions={(comment) =>
            isOpen && comment.is_me && comment.is_pending ? (
              <button type="button" className="btn btn-quiet btn-sm" onClick={() => void remove(comment)}>
                Delete comment
              </button>
            ) : null
          }
        />
      </Preview>
      {earlier.map(({ number, content, submitted_at: at }) => (
        <details key={number} className="form-fold">
          <summary>
            Version {number}, {formatLocalTime(at)}
          </summary>
          <AnnotatedText html={content} language={fields.language} comments={[]} actions={() => null} />
        </details>
      ))}
      <CommentForm {...{ isOpen, passage, send }} />
      <Decision {...{ review, isOpen, send, go }} />
      <HeldNews
        news={news}
        onShow={() => {
          show();
          heading.current?.focus();
        }}
      />
    </article>
  );
}

const DECISIONS: Partial<Record<Review['state'], string>> = {
  accepted: 'accepted this tale',
  changes_requested: 'requested changes',
  declined: 'declined this tale',
};

function describeNews(held: Review, { state, round, note, comments, decided_by: by }: Review): string | null {
  if (round !== held.round) return 'The author submitted a new version.';
  const decision = DECISIONS[state];
  if (state !== held.state && decision !== undefined) return `${by ?? 'A former editor'} ${decision}.${quote(note)}`;
  const added = comments.find((comment) => !comment.is_me && held.comments.every(({ id }) => id !== comment.id));
  if (added !== undefined) return `${added.by ?? 'A former editor'} commented:${quote(added.text)}`;
  return held.comments.some((comment) => comments.every(({ id }) => id !== comment.id)) ? 'A comment was deleted.' : null;
}

function quote(text: string): string {
  return text === '' ? '' : ` “${text}”`;
}

function Preview({ review, root, children }: { review: Review; root: RefObject<HTMLDivElement | null>; children: React.ReactNode }) {
  const { fields, category } = review;
  const { data: tale } = useQuery({
    queryKey: ['staff', '/previews', review.id, review.round],
    queryFn: () => apiRequest<TaleView>('POST', '/admin/previews', { ...fields, category }),
    select: (view) => (category === '' ? { ...view, category: { ...view.category, name: 'No category yet' } } : view),
    gcTime: 0,
  });
  return (
    <div className="preview-sheet" onClickCapture={ignoreLinks}>
      <div className="tale-page">
        {tale === undefined ? null : <TaleHead tale={tale} />}
        <div ref={root}>{children}</div>
        {tale === undefined ? null : (
          <>
            <DiscussionQuestions tale={tale} />
            <Credits tale={tale} />
          </>
        )}
      </div>
    </div>
  );
}

/** Links of the tale stay inactive, as the comments are not saved yet. */
function ignoreLinks(event: React.MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a') !== null) event.preventDefault();
}

type Passage = { quote: string; prefix: string; suffix: string };
const NO_PASSAGE: Passage = { quote: '', prefix: '', suffix: '' };

/** Returns a reader of the passage selected last in the element: pressing a button may remove the selection. */
function usePassage(root: RefObject<HTMLElement | null>): () => Passage {
  const last = useRef(NO_PASSAGE);
  useEffect(() => {
    const onChange = () => {
      const selection = getSelection();
      const element = root.current;
      if (selection === null || selection.rangeCount === 0 || selection.isCollapsed || element === null) return;
      const range = selection.getRangeAt(0);
      if (range.intersectsNode(element)) last.current = passageOf(within(range, element), element);
    };
    document.addEventListener('selectionchange', onChange);
    return () => document.removeEventListener('selectionchange', onChange);
  }, [root]);
  return () => last.current;
}

/** A triple click ends at the beginning of the next element, which may be outside of the text. */
function within(range: Range, element: HTMLElement): Range {
  const text = document.createRange();
  text.selectNodeContents(element);
  if (element.contains(range.startContainer)) text.setStart(range.startContainer, range.startOffset);
  if (element.contains(range.endContainer)) text.setEnd(range.endContainer, range.endOffset);
  return text;
}

function passageOf(range: Range, element: HTMLElement): Passage {
  const around = document.createRange();
  around.selectNodeContents(element);
  around.setEnd(range.startContainer, range.startOffset);
  const prefix = textOf(around).slice(-CONTEXT_LENGTH);
  around.selectNodeContents(element);
  around.setStart(range.endContainer, range.endOffset);
  return { quote: textOf(range).trim().slice(0, MAX_QUOTE_LENGTH), prefix, suffix: textOf(around).slice(0, CONTEXT_LENGTH) };
}

/** The text of the tale in a range, without the comments between its paragraphs. */
function textOf(range: Range): string {
  const contents = range.cloneContents();
  for (const list of contents.querySelectorAll('.review-comments')) list.remove();
  for (const block of contents.querySelectorAll('p, li, h2, h3, h4')) block.append('\n');
  return contents.textContent ?? '';
}

type CommentProps = Pick<ReviewProps, 'isOpen' | 'send'> & { passage: () => Passage };

/** Adds a comment on the selected passage, a pasted one, or the whole tale. One that is being written outlasts the decision. */
function CommentForm({ isOpen, passage, send }: CommentProps) {
  const [about, setAbout] = useState(NO_PASSAGE);
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<Record<string, string[]>>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function takeSelection(): void {
    const selected = passage();
    if (selected.quote === '') void toast({ title: 'Nothing selected', text: 'Select a passage of the preview first.', warns: true });
    else setAbout(selected);
    form.current?.scrollIntoView({ block: 'center' });
    form.current?.querySelectorAll('textarea')[selected.quote === '' ? 0 : 1]?.focus({ preventScroll: true });
  }

  async function add(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblems({});
    try {
      await send('POST', '/comments', { ...about, text });
      setAbout(NO_PASSAGE);
      setText('');
      void toast({ title: 'Comment added', text: 'The author sees it with your decision.' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblems(error.fields);
      void toast({ title: 'Error adding comment', text: error.message, wrong: true });
    } finally {
      setBusy(false);
    }
  }

  if (!isOpen) return <UnsentText label="Comment" value={text} onChange={setText} />;
  return (
    <>
      <div className="review-bar">
        <button type="button" className="btn btn-line" onClick={takeSelection}>
          <Icon name="feather" />
          Comment
        </button>
      </div>
      <form ref={form} className="desk-form answer-form" noValidate aria-label="New comment" onSubmit={(event) => void add(event)}>
        <AreaField
          label="Passage"
          rows={2}
          value={about.quote}
          problems={problems.quote}
          hint="Selected or pasted from the text. Leave empty to comment on the whole tale."
          onChange={(quote) => setAbout({ ...NO_PASSAGE, quote })}
        />
        <AreaField label="Comment" rows={3} value={text} problems={problems.text} onChange={setText} />
        <BusyButton className="btn btn-line" isBusy={isBusy} busyText="Adding...">
          Add comment
        </BusyButton>
      </form>
    </>
  );
}
