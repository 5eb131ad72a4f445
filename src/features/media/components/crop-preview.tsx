import { Picture } from '#src/ui/picture.tsx';

/** A cover as readers see it: upright on a book, and across. `address` may carry a focal point. */
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
