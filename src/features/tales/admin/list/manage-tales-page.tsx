import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { AdminPage } from '#src/admin-ui/admin-frame.tsx';
import { useLivePages, usePagedList } from '#src/admin-ui/paged-list.tsx';
import { apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import { useChanges } from '#src/api-client/watch-changes.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { ManagedTale, ManagedTalePage, SaveResult, TaleRow } from '../contract.ts';
import { formatMoment } from '../publishing/timing-fields.tsx';
import { useSelection } from './bulk-actions.tsx';
import { DetailPanel } from './detail-panel.tsx';
import { KeyboardShortcutsHelp, useKeyboardShortcuts } from './keyboard-shortcuts.tsx';
import { TaleList } from './tale-list.tsx';
import { openTaleUrl, parseTaleListUrl, type TaleListState, taleListUrl } from './tale-list-url.ts';
import { useTaleActions } from './use-tale-actions.ts';

type Props = {
  /** The parameters of the URL. */
  search: Record<string, string | undefined>;
  /** Navigates and adds a history entry; `isFromList`: no tale is open. A form with unsaved changes asks first. */
  open: (href: string, isFromList: boolean) => void;
  /** Goes back to the list, or navigates to it if it is not the previous page. */
  close: (href: string) => void;
  /** Navigates and replaces the history entry. */
  show: (href: string) => void;
  /** What stands above the list. Undefined while it loads: the list waits for it, so that it is not pushed down. */
  top: ReactNode;
};

/** The list of tales, and the open tale. The state is in the URL. */
export function ManageTalesPage({ search, open: navigate, close, show, top }: Props) {
  const key = JSON.stringify(search);
  const state = useMemo(() => parseTaleListUrl(JSON.parse(key)), [key]);
  const { filters, tale: openId, mode } = state;
  const open = (href: string) => navigate(href, openId === '' && mode === 'view');
  const list = usePagedList<ManagedTalePage>('/tales', filters, { isLive: true });
  const openTale = useTale(openId);
  const client = useQueryClient();
  const live = useLivePages('tales', list, (page) => page.tales);
  const tales = live.rows;
  const selection = useSelection(tales.filter(({ id }) => !live.removed.has(id)));
  const [toDelete, setToDelete] = useState<Pick<TaleRow, 'id' | 'title'> | null>(null);
  const onFilter = useCallback((changes: Record<string, string>) => show(taleListUrl(state, changes)), [state, show]);
  const { isDeleted, remove, duplicate, moveToTrash, restore, changeMany } = useTaleActions({
    onRemoved: (ids) => ids.includes(openId) && show(openTaleUrl(state, '')),
    onDuplicated: ({ tale }) => {
      client.setQueryData(taleKey(tale.id), tale);
      open(openTaleUrl(state, tale.id, 'edit'));
    },
  });
  // A form keeps what is typed, and is told about others by usePresence.
  useChanges(openId !== '' && mode === 'view' ? 'tales' : null, async (ids) => {
    if ((ids === null || ids.has(openId)) && !isDeleted(openId)) await openTale.refetch();
  });
  const [publishingId, setPublishingId] = useState('');
  const [publishedId, setPublishedId] = useState('');
  const create = () => open(openTaleUrl(state, '', 'new'));
  const edit = (id: string, publishes = false) => {
    setPublishingId(publishes ? id : '');
    open(openTaleUrl(state, id, 'edit'));
  };
  const isReady = top !== undefined;
  const panels = usePanelFocus(state, isReady);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useKeyboardShortcuts({
    edit,
    publish: (id) => tales.some((tale) => tale.id === id && tale.state === 'draft') && edit(id, true),
    select: selection.toggle,
    // Reading through the list adds one entry to the history.
    open: (id) => (openId === '' ? open : show)(openTaleUrl(state, id)),
    create,
    showHelp: () => setHelpOpen(true),
    isEditing: mode !== 'view',
  });

  function onSaved({ tale }: SaveResult, isPublished = false): void {
    client.setQueryData(taleKey(tale.id), tale);
    setPublishedId(isPublished ? tale.id : '');
    if (isPublished) showPublished(tale);
    void client.invalidateQueries({ queryKey: ['staff', '/tales'] });
    show(openTaleUrl(state, tale.id));
  }

  return (
    <AdminPage
      title="Manage Fairy Tales"
      lede="Create, edit, and organize your collection of fairy tales"
      path={urls.manageTales()}
      className={openId === '' && mode !== 'new' ? '' : 'has-open'}
    >
      {top}
      {isReady ? (
        <div className="manage-grid">
          <div ref={panels.list}>
            <TaleList
              {...{ filters, tales, live, openId, selection, changeMany, onFilter }}
              query={list}
              actions={{ view: viewTale, edit: ({ id }) => edit(id), duplicate, moveToTrash, restore, remove: setToDelete }}
              onOpen={({ id }) => open(openTaleUrl(state, id))}
              onNew={create}
              onHelp={() => setHelpOpen(true)}
            />
          </div>
          <div ref={panels.detail}>
            <DetailPanel
              {...{ state, publishedId, onSaved }}
              query={openTale}
              isPublishing={publishingId === openId}
              onBack={() => close(openTaleUrl(state, ''))}
              onEdit={() => edit(openId)}
              onPublish={() => edit(openId, true)}
              onCancel={() => open(openTaleUrl(state, openId))}
              onView={viewTale}
              onRestore={(tale) => void restore(tale)}
            />
          </div>
        </div>
      ) : null}
      {isHelpOpen ? <KeyboardShortcutsHelp onClose={() => setHelpOpen(false)} /> : null}
      {toDelete === null ? null : (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Delete"
          onCancel={() => setToDelete(null)}
          onConfirm={async () => {
            await remove(toDelete);
            setToDelete(null);
          }}
        >
          This will permanently delete "{toDelete.title}". This action cannot be undone.
        </ConfirmDialog>
      )}
    </AdminPage>
  );
}

const taleKey = (id: string) => ['staff', 'tale', id];

/** Loads the open tale with all its fields; nothing if `id` is ''. */
function useTale(id: string) {
  return useQuery({
    queryKey: taleKey(id),
    queryFn: () => apiRequest<ManagedTale>('GET', `/admin/tales/${id}`),
    enabled: id !== '',
    staleTime: 0,
    retry: retryUpTo(3),
  });
}

/** Opens the public page of a tale in a new tab, or the editors' preview if the tale is not public. */
function viewTale({ id, slug, state }: Pick<TaleRow, 'id' | 'slug' | 'state'>): void {
  window.open(state === 'published' ? urls.tale(slug) : urls.preview(id), '_blank', 'noopener');
}

function showPublished({ title, state, publish_date, slug }: ManagedTale): void {
  const action = { name: 'Read tale', act: () => window.open(urls.tale(slug), '_blank', 'noopener') };
  if (state === 'published') void toast({ title: 'Tale published', text: `“${title}” is public.`, action });
  else void toast({ title: 'Tale scheduled', text: `“${title}” appears on ${formatMoment(publish_date)}.` });
}

type PanelRefs = { list: RefObject<HTMLDivElement | null>; detail: RefObject<HTMLDivElement | null> };

/**
 * Moves focus and scroll position when a tale is opened or closed. With both panels visible the focus stays in the list, and a form is
 * scrolled into view. On small screens, where one panel replaces the other, the focus follows and returns to the tale in the list.
 */
function usePanelFocus({ tale, mode }: TaleListState, isReady: boolean): PanelRefs {
  const list = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLDivElement>(null);
  const previous = useRef({ tale: '', isOpen: false, mode });
  const isOpen = tale !== '' || mode === 'new';
  useEffect(() => {
    if (!isReady) return;
    const before = previous.current;
    previous.current = { tale, isOpen, mode };
    const isListHidden = (list.current?.offsetHeight ?? 0) === 0;
    const isOpened = isListHidden ? before.tale !== tale || before.mode !== mode : mode !== 'view' && before.mode !== mode;
    if (isOpen && isOpened) {
      const top = detail.current?.getBoundingClientRect().top ?? 0;
      if (top < 0 || isListHidden) window.scrollTo({ top: 0 });
      // A note about what was just published has the focus already.
      if (!document.activeElement?.matches('.detail-note'))
        detail.current?.querySelector<HTMLElement>('.detail-back')?.focus({ preventScroll: true });
    }
    if (!isOpen && before.isOpen) list.current?.querySelector<HTMLElement>(`[data-tale="${before.tale}"]`)?.focus();
  }, [tale, mode, isOpen, isReady]);
  return { list, detail };
}
