import { Picture } from '#src/ui/picture.tsx';

/** Previews a cover in portrait and landscape format. `address` may include a focal point. */
export function CropPreview({ address }: { address: string }) {
  return (
    <div className="crops" aria-hidden="true">
      <span className="cover">
        <Picture address={address} sizes="8rem" />
      </span>
      <span className="cover is-wide">
        <Picture address={address} sizes="16rem" />
      </span>
    </div>
  );
}
