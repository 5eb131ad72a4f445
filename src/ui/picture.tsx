import type { ComponentProps } from 'react';
import { pictureOf } from './picture.ts';

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & { address: string; sizes: string };

/** A cover or picture: one of the library in the width that suits the screen, anything else, such as a drawing, as it is. */
export function Picture({ address, sizes, alt = '', width = 600, height = 800, ...img }: Props) {
  const own = pictureOf(address);
  if (own === undefined) return <img {...img} src={address} alt={alt} width={width} height={height} />;
  const { src, srcSet, avifSrcSet, focal } = own;
  // Kept in steps of a tenth, which are classes: no element may have a style of its own.
  const place = focal && `at-x${Math.round(focal.x / 10)} at-y${Math.round(focal.y / 10)}`;
  return (
    <picture>
      <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} />
      <img {...img} className={place} src={src} srcSet={srcSet} sizes={sizes} alt={alt} width={own.width} height={own.height} />
    </picture>
  );
}
