import '#src/ui/styles/sharing/panel.css';
import { type FormEvent, lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useId, useState } from 'react';
import type { TaleView } from '#src/features/tales/contract.ts';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { Modal } from '#src/ui/modal.tsx';
import { afterNextFrame } from '#src/ui/next-frame.ts';
import { QrCode, qrPicture } from '#src/ui/qr-code.tsx';
import { urls } from '#src/urls.ts';
import { describePassage, findPassage, writeFragment } from '../text-fragment.ts';
import { copyLink, LinkField } from './copy-link.tsx';
import { flattenText, getSelectedPassage } from './passage-text.ts';
import { PrintChoices } from './print-choices.tsx';
import { displayUrl, printCard } from './print-tale.ts';

const Presentation = lazy(async () => ({ default: (await import('#src/features/reading/components/presentation.tsx')).Presentation }));

type Props = {
  tale: Pick<TaleView, 'slug' | 'title' | 'author' | 'questions' | 'whyItMatters'>;
  of: string;
  isPrinting: boolean;
  /** Another way to share. */
  children: ReactNode;
  onClose: () => void;
};
type Part = 'passage' | 'qr' | 'print';

/** Dialog to share or print a tale. `of`: the id of the text. `isPrinting`: opens the part for printing. */
export function SharePanel({ tale, of, isPrinting, children, onClose }: Props) {
  const [open, setOpen] = useState<Part | null>(isPrinting ? 'print' : null);
  const [refused, setRefused] = useState<string | null>(null);
  const [isPresenting, setPresenting] = useState(false);
  const url = new URL(urls.tale(tale.slug), location.href).href;

  /** Closes when copied, as the toast is behind the dialog. */
  async function copy(link: string): Promise<void> {
    if (await copyLink(link)) onClose();
    else setRefused(link);
  }

  async function send(): Promise<void> {
    try {
      await navigator.share({ title: tale.title, url });
      onClose();
    } catch {
      // Cancelled or refused: the dialog stays open.
    }
  }

  const part = (name: Part, icon: IconName, words: string, children: ReactNode) => (
    <Disclosure icon={icon} words={words} isOpen={open === name} onToggle={() => setOpen(open === name ? null : name)}>
      {children}
    </Disclosure>
  );

  return (
    <ShareDialog title="Share this tale" onClose={onClose}>
      <ul className="share-ways">
        {typeof navigator.share === 'function' ? (
          <li>
            <button type="button" className="share-way" onClick={send}>
              <Icon name="share" />
              Share with this device
            </button>
          </li>
        ) : null}
        <li>
          <button type="button" className="share-way" onClick={() => copy(url)}>
            <Icon name="link" />
            Copy link
          </button>
          {refused === null ? null : <LinkField link={refused} />}
        </li>
        <li>
          <a className="share-way" href={mailtoUrl(tale.title, url)}>
            <Icon name="mail" />
            Email
          </a>
        </li>
        <li>{children}</li>
        {part('passage', 'feather', 'Link to a passage', <PassageForm of={of} path={urls.tale(tale.slug)} onLink={copy} />)}
        {part('qr', 'qr', 'QR code', <QrCard title={tale.title} slug={tale.slug} url={url} onClose={onClose} />)}
        {part('print', 'print', 'Print', <PrintChoices tale={tale} of={of} url={url} onClose={onClose} />)}
        <li>
          <button type="button" className="share-way" aria-haspopup="dialog" onClick={() => setPresenting(true)}>
            <Icon name="eye" />
            Present
          </button>
        </li>
      </ul>
      {isPresenting ? (
        <Suspense fallback={null}>
          <Presentation of={of} onClose={() => setPresenting(false)} />
        </Suspense>
      ) : null}
    </ShareDialog>
  );
}

/** The frame of the dialogs to share a tale or a list. */
export function ShareDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const id = useId();
  return (
    // Closing makes the whole page interactive again, which is slow.
    <Modal className="share-sheet" aria-labelledby={`${id}-title`} onCancel={() => afterNextFrame(onClose)}>
      <div className="share-inside">
        <div className="share-head">
          <h2 id={`${id}-title`}>{title}</h2>
          <button type="button" className="icon-btn" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </Modal>
  );
}

type DisclosureProps = { icon: IconName; words: string; isOpen: boolean; onToggle: () => void; children: ReactNode };

function Disclosure({ icon, words, isOpen, onToggle, children }: DisclosureProps) {
  // Open first, then render: a QR code takes a moment.
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

function mailtoUrl(title: string, url: string): string {
  const body = `I thought you would like this fairy tale:\r\n\r\n${title}\r\n${url}\r\n`;
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`;
}

type PassageFormProps = { of: string; path: string; onLink: (link: string) => void };

/** Creates a link to a quote: the selected text, or text typed here. */
export function PassageForm({ of, path, onLink }: PassageFormProps) {
  const [chosen] = useState(() => getSelectedPassage(of));
  const [problem, setProblem] = useState('');
  const id = useId();

  function make(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('words')).replace(/\s+/g, ' ').trim();
    const text = document.getElementById(of);
    const words = typed === chosen?.quote.replace(/\s+/g, ' ') ? chosen.words : text && find(text, typed);
    const wrong = typed === '' ? 'Enter a quote from the tale' : 'This quote is not in the tale';
    setProblem(words ? '' : wrong);
    if (words) onLink(new URL(path + writeFragment(words), location.href).href);
  }

  return (
    <form onSubmit={make} noValidate>
      <label className="label" htmlFor={id}>
        Quote
      </label>
      <input
        id={id}
        className="input"
        name="words"
        autoComplete="off"
        defaultValue={chosen?.quote.replace(/\s+/g, ' ')}
        aria-invalid={problem !== '' || undefined}
        aria-describedby={`${id}-hint ${id}-wrong`}
      />
      <p id={`${id}-hint`} className="share-hint">
        Select text in the tale first, or type it here. The link opens the tale at the quote.
      </p>
      <p id={`${id}-wrong`} className="wrong" role="alert" hidden={problem === ''}>
        <Icon name="warning" />
        {problem}
      </p>
      <button type="submit" className="btn btn-solid btn-wide">
        Copy link to quote
      </button>
    </form>
  );
}

function find(text: Element, typed: string) {
  const flat = flattenText(text);
  const found = findPassage(flat.text, { prefix: '', start: typed, end: '', suffix: '' });
  return found && describePassage(flat.text, ...found);
}

/** `caption`: the line below the code, by default the URL. */
type QrCardProps = { title: string; slug: string; url: string; caption?: string; onClose: () => void };

/** QR code of the URL, to scan, download or print. */
export function QrCard({ title, slug, url, caption, onClose }: QrCardProps) {
  const [picture, setPicture] = useState('');
  const words = caption ?? displayUrl(url);
  // After the code is rendered: the download is not needed before.
  useEffect(() => {
    let created = '';
    const timer = setTimeout(() => {
      created = URL.createObjectURL(new Blob([qrPicture(url, [...new Set([title, words])])], { type: 'image/svg+xml' }));
      setPicture(created);
    }, 50);
    return () => {
      clearTimeout(timer);
      URL.revokeObjectURL(created);
    };
  }, [url, title, words]);
  return (
    <div className="share-qr">
      <figure>
        <QrCode text={url} label={`QR code that opens ${title}`} />
        <figcaption>{words}</figcaption>
      </figure>
      <div className="share-buttons">
        <a className="btn btn-line" href={picture || undefined} download={`${slug}-qr.svg`}>
          Download
        </a>
        <button
          type="button"
          className="btn btn-line"
          onClick={() => {
            onClose();
            void printCard(url, [...new Set([title, words])]);
          }}
        >
          Print QR code
        </button>
      </div>
    </div>
  );
}
