import type { ComponentProps } from 'react';
import { pictureOf } from './picture.ts';

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & { address: string; sizes: string };

/** A cover or other image: one of the media library in a suitable width, any other, such as an illustration, as it is. */
export function Picture({ address, sizes, alt = '', width = 600, height = 800, ...img }: Props) {
  const own = pictureOf(address);
  if (own === undefined) return <img {...img} src={address} alt={alt} width={width} height={height} />;
  const { src, srcSet, avifSrcSet, focal } = own;
  // Classes in steps of a tenth, because inline styles are forbidden by the CSP.
  const place = focal && `at-x${Math.round(focal.x / 10)} at-y${Math.round(focal.y / 10)}`;
  return (
    <picture>
      <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} />
      <img {...img} className={place} src={src} srcSet={srcSet} sizes={sizes} alt={alt} width={own.width} height={own.height} />
    </picture>
  );
}
