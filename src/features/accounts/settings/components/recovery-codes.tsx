import { useEffect, useRef } from 'react';
import { toast } from '#src/ui/toast.ts';

type Props = { codes: readonly string[]; onDone: () => void };

/** The recovery codes, this once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <div className="recovery">
      <h3 ref={title} tabIndex={-1}>
        Your recovery codes
      </h3>
      <p>Each opens the door once when your app is not at hand. Keep them where you keep your passport: they are not shown again.</p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="sheet-end">
        <button type="button" className="btn btn-line" onClick={() => void copy(text)}>
          Copy
        </button>
        <button type="button" className="btn btn-line" onClick={() => download(text)}>
          Download
        </button>
        <button type="button" className="btn btn-solid" onClick={onDone}>
          I have kept them
        </button>
      </div>
    </div>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    await toast({ title: 'Recovery codes copied' });
  } catch {
    await toast({ title: 'Error', text: 'Your browser would not copy them. Please download them instead.', wrong: true });
  }
}

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`Talewood recovery codes\n\n${text}\n`], { type: 'text/plain' }));
  link.download = 'talewood-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}
