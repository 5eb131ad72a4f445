import { urls } from '#src/urls.ts';
import type { PictureUse, PictureWithUses } from '../contract.ts';

/** The tales that use an image, with links to their forms. */
export function PictureUses({ picture: { uses, used_in } }: { picture: PictureWithUses }) {
  return (
    <section className="media-uses" aria-label="Uses">
      <h3>{uses === 0 ? 'Not used yet' : `Used in ${uses === 1 ? '1 tale' : `${uses} tales`}`}</h3>
      {uses === 0 ? null : (
        <ul>
          {used_in.map((use) => (
            <li key={use.tale_id}>
              <a className="link" href={urls.manageTale(use.tale_id)}>
                {use.title}
              </a>
              <span className="media-note">{describeUse(use)}</span>
            </li>
          ))}
          {uses > used_in.length ? <li>and {uses - used_in.length} more</li> : null}
        </ul>
      )}
    </section>
  );
}

function describeUse({ as_cover, in_text, is_public, is_in_bin }: PictureUse): string {
  const where = as_cover && in_text ? 'on the cover and in the text' : as_cover ? 'on the cover' : 'in the text';
  return `${where}${is_in_bin ? ', in the trash' : is_public ? '' : ', not public'}`;
}
