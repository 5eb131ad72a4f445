import '#src/ui/styles/account/dialog.css';
import '#src/ui/styles/reading/modes.css';
import { useEffect, useId } from 'react';
import { afterPaint } from '#src/ui/after-paint.ts';
import { Modal } from '#src/ui/modal.tsx';
import { useReadingSettings } from '../../settings/reading-settings.ts';
import { showShortcuts } from '../shortcuts.ts';

type Row = { keys: string[]; does: string };

const ALWAYS: Row[] = [
  { keys: ['/'], does: 'Search' },
  { keys: ['f'], does: 'Focus mode, on and off' },
  { keys: ['Esc'], does: 'Close, leave focus mode' },
  { keys: ['?'], does: 'These keys' },
];
const IN_A_SCROLL: Row[] = [{ keys: ['Left', 'Right'], does: 'Previous tale, next tale' }];
const IN_PAGES: Row[] = [
  { keys: ['Left', 'Right'], does: 'Previous page, next page' },
  { keys: ['Shift + Space', 'Space'], does: 'The same' },
  { keys: ['Page up', 'Page down'], does: 'The same' },
  { keys: ['Home', 'End'], does: 'First page, last page' },
];
const LISTENING: Row[] = [{ keys: ['k'], does: 'Pause the reading, go on' }];
const WITH_RULER: Row[] = [{ keys: ['Alt + Up', 'Alt + Down'], does: 'Move the ruler' }];

const isListening = () => document.documentElement.dataset.listening !== undefined;

/** The keys of the page of a tale, as they work with what is on. Escape and a click beside the sheet close it. */
export function ShortcutList() {
  const [{ flow, ruler }] = useReadingSettings();
  const id = useId();
  // Whoever leaves the page by the browser's own buttons does not meet it again.
  useEffect(() => () => showShortcuts(false), []);
  const rows = [
    ...(flow === 'pages' ? IN_PAGES : IN_A_SCROLL),
    ...(isListening() ? LISTENING : []),
    ...(ruler ? WITH_RULER : []),
    ...ALWAYS,
  ];
  return (
    // All of the page can be reached again when it closes, which takes a moment.
    <Modal className="dialog" aria-labelledby={id} onCancel={() => afterPaint(() => showShortcuts(false))}>
      <div className="dialog-sheet">
        <h2 id={id}>Keys</h2>
        <dl className="shortcuts">
          {rows.map(({ keys, does }) => (
            <div key={keys.join(' ')}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <div className="dialog-end">
          <button type="button" className="btn btn-line" onClick={() => showShortcuts(false)}>
            Close
          </button>
        </div>
      </div>
    </Modal>
  );
}
