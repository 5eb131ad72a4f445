import { urls } from '#src/urls.ts';
import type { PictureUse, PictureWithUses } from '../contract.ts';

/** The tales that show a picture, each with a way to its form. */
export function PictureUses({ picture: { uses, used_in } }: { picture: PictureWithUses }) {
  return (
    <section className="media-uses" aria-label="Where it is shown">
      <h3>{uses === 0 ? 'Not shown anywhere yet' : `Shown in ${uses === 1 ? 'one tale' : `${uses} tales`}`}</h3>
      {uses === 0 ? null : (
        <ul>
          {used_in.map((use) => (
            <li key={use.tale_id}>
              <a className="link" href={urls.manageTale(use.tale_id)}>
                {use.title}
              </a>
              <span className="media-note">{placeOf(use)}</span>
            </li>
          ))}
          {uses > used_in.length ? <li>and {uses - used_in.length} more</li> : null}
        </ul>
      )}
    </section>
  );
}

function placeOf({ as_cover, in_text, is_public, is_in_bin }: PictureUse): string {
  const place = as_cover && in_text ? 'on the cover and in the text' : as_cover ? 'on the cover' : 'in the text';
  return `${place}${is_in_bin ? ', in the bin' : is_public ? '' : ', not public'}`;
}
