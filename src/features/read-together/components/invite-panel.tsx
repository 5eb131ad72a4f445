import { useState } from 'react';
import { copyLink, LinkField } from '#src/features/sharing/components/copy-link.tsx';
import { QrCard, ShareDialog } from '#src/features/sharing/components/share-panel.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';

/** The link for guests, to copy or scan. */
export function InvitePanel({ code, title, onClose }: { code: string; title: string; onClose: () => void }) {
  const [isRefused, setRefused] = useState(false);
  const url = new URL(urls.together(code), location.href).href;

  /** Closes when copied, as the toast is behind the dialog. */
  async function copy(): Promise<void> {
    if (await copyLink(url)) onClose();
    else setRefused(true);
  }

  return (
    <ShareDialog title="Invite to read together" onClose={onClose}>
      <LinkField link={url} isSelected={isRefused} note={isRefused ? undefined : ''} />
      <p className="share-hint">
        Up to 30 guests follow you with this link, without an account. It works until you end reading together, for two hours at most.
      </p>
      <div className="share-buttons">
        <button type="button" className="btn btn-solid" onClick={() => void copy()}>
          <Icon name="link" />
          Copy link
        </button>
      </div>
      <div className="share-part">
        <QrCard title={title} slug={code} url={url} caption={code.replaceAll('-', ' ')} onClose={onClose} />
      </div>
    </ShareDialog>
  );
}
