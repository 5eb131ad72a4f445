import { useEffect, useState } from 'react';
import { QrCode, qrPicture } from '#src/ui/qr-code.tsx';
import { addressInWords } from '../address-in-words.ts';
import { printCard } from './print-tale.ts';

type Props = { title: string; slug: string; url: string; onClose: () => void };

/** The address as a QR code with the address below it, to be held before a camera, kept as a picture, or printed. */
export function QrCard({ title, slug, url, onClose }: Props) {
  const [picture, setPicture] = useState('');
  const words = addressInWords(url);
  // Once the code is drawn: the picture to keep is not needed before.
  useEffect(() => {
    let made = '';
    const timer = setTimeout(() => {
      made = URL.createObjectURL(new Blob([qrPicture(url, [title, words])], { type: 'image/svg+xml' }));
      setPicture(made);
    }, 50);
    return () => {
      clearTimeout(timer);
      URL.revokeObjectURL(made);
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
            void printCard(url, title);
          }}
        >
          Print the code
        </button>
      </div>
    </div>
  );
}
