import '#src/ui/styles/sharing/panel.css';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import type { TaleView } from '#src/features/tales/contract.ts';
import { afterPaint } from '#src/ui/after-paint.ts';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { Modal } from '#src/ui/modal.tsx';
import { urls } from '#src/urls.ts';
import { copyLink } from './copy-link.ts';
import { PassageForm } from './passage-form.tsx';
import { PrintChoices } from './print-choices.tsx';
import { QrCard } from './qr-card.tsx';
import { SelectedLink } from './selected-link.tsx';

type Props = { tale: Pick<TaleView, 'slug' | 'title' | 'author'>; of: string; onClose: () => void };
type Part = 'passage' | 'qr' | 'print';

/** All ways to share a tale, and to print it. Escape and a click beside the sheet close it. `of`: the id of the text. */
export function SharePanel({ tale, of, onClose }: Props) {
  const [open, setOpen] = useState<Part | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const id = useId();
  const url = new URL(urls.tale(tale.slug), location.href).href;

  /** Closes when it is copied: what is said then stands behind the sheet. */
  async function copy(link: string): Promise<void> {
    if (await copyLink(link)) onClose();
    else setRefused(link);
  }

  async function send(): Promise<void> {
    try {
      await navigator.share({ title: tale.title, url });
      onClose();
    } catch {
      // Closed by the reader, or refused: the other ways are still here.
    }
  }

  const part = (name: Part, icon: IconName, words: string, children: ReactNode) => (
    <Disclosure icon={icon} words={words} isOpen={open === name} onToggle={() => setOpen(open === name ? null : name)}>
      {children}
    </Disclosure>
  );

  return (
    // All of the page can be reached again when it closes, which takes a moment.
    <Modal className="share-sheet" aria-labelledby={`${id}-title`} onCancel={() => afterPaint(onClose)}>
      <div className="share-inside">
        <div className="share-head">
          <h2 id={`${id}-title`}>Share this tale</h2>
          <button type="button" className="icon-btn" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <ul className="share-ways">
          {typeof navigator.share === 'function' ? (
            <li>
              <button type="button" className="share-way" onClick={send}>
                <Icon name="share" />
                Send with this device
              </button>
            </li>
          ) : null}
          <li>
            <button type="button" className="share-way" onClick={() => copy(url)}>
              <Icon name="link" />
              Copy link
            </button>
            {refused === null ? null : <SelectedLink link={refused} />}
          </li>
          <li>
            <a className="share-way" href={mailAddress(tale.title, url)}>
              <Icon name="mail" />
              E-mail
            </a>
          </li>
          {part('passage', 'feather', 'Link to a passage', <PassageForm of={of} path={urls.tale(tale.slug)} onLink={copy} />)}
          {part('qr', 'qr', 'QR code', <QrCard title={tale.title} slug={tale.slug} url={url} onClose={onClose} />)}
          {part('print', 'print', 'Print', <PrintChoices tale={tale} of={of} url={url} onClose={onClose} />)}
        </ul>
      </div>
    </Modal>
  );
}

type DisclosureProps = { icon: IconName; words: string; isOpen: boolean; onToggle: () => void; children: ReactNode };

function Disclosure({ icon, words, isOpen, onToggle, children }: DisclosureProps) {
  // The button answers first; a code takes a moment to draw.
  const isBuilt = useDeferredValue(isOpen);
  const id = useId();
  return (
    <li>
      <button type="button" className="share-way" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
        <Icon name={icon} />
        {words}
        <Icon name="down" className="share-turn" />
      </button>
      <div id={id} className="share-part" hidden={!isOpen}>
        {isOpen && isBuilt ? children : null}
      </div>
    </li>
  );
}

function mailAddress(title: string, url: string): string {
  const body = `I thought you would like this fairy tale:\r\n\r\n${title}\r\n${url}\r\n`;
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`;
}
