import '#src/ui/styles/account/dialog.css';
import '#src/ui/styles/reading/modes.css';
import { useEffect, useId } from 'react';
import { Modal } from '#src/ui/modal.tsx';
import { afterNextFrame } from '#src/ui/next-frame.ts';
import { useReadingSettings } from '#src/ui/reading-settings.ts';
import { setShortcutListOpen } from '../components/keyboard-shortcuts.ts';

type Row = { keys: string[]; does: string };

const ALWAYS: Row[] = [
  { keys: ['/'], does: 'Search' },
  { keys: ['f'], does: 'Turn focus mode on or off' },
  { keys: ['Esc'], does: 'Close, or exit focus mode' },
  { keys: ['?'], does: 'Show keyboard shortcuts' },
];
const IN_A_SCROLL: Row[] = [{ keys: ['Left', 'Right'], does: 'Previous tale, next tale' }];
const IN_PAGES: Row[] = [
  { keys: ['Left', 'Right'], does: 'Previous page, next page' },
  { keys: ['Shift + Space', 'Space'], does: 'The same' },
  { keys: ['Page up', 'Page down'], does: 'The same' },
  { keys: ['Home', 'End'], does: 'First page, last page' },
];
const LISTENING: Row[] = [{ keys: ['k'], does: 'Pause or resume reading aloud' }];
const WITH_RULER: Row[] = [{ keys: ['Alt + Up', 'Alt + Down'], does: 'Move the ruler' }];

const isListening = () => document.documentElement.dataset.listening !== undefined;

/** Dialog with the keyboard shortcuts available in the current modes. */
export function ShortcutList() {
  const [{ flow, ruler }] = useReadingSettings();
  const id = useId();
  // Close it when the reader navigates away.
  useEffect(() => () => setShortcutListOpen(false), []);
  const rows = [
    ...(flow === 'pages' ? IN_PAGES : IN_A_SCROLL),
    ...(isListening() ? LISTENING : []),
    ...(ruler ? WITH_RULER : []),
    ...ALWAYS,
  ];
  return (
    // Closing makes the whole page interactive again, which is slow.
    <Modal className="dialog" aria-labelledby={id} onCancel={() => afterNextFrame(() => setShortcutListOpen(false))}>
      <div className="dialog-sheet">
        <h2 id={id}>Keyboard shortcuts</h2>
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
          <button type="button" className="btn btn-line" onClick={() => setShortcutListOpen(false)}>
            Close
          </button>
        </div>
      </div>
    </Modal>
  );
}
