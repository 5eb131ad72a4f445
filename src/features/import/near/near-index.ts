/** Texts that are nearly the same, among those that are not in the database yet. About a kilobyte for each. */
import { isNear, type Signature } from './signature.ts';

/** `taleId`: null for a tale that is not written yet. */
export type Near = { taleId: string | null; title: string; book: string };

type Kept = Near & { bookKey: string; signature: number[] };

export class NearIndex {
  readonly #byBand = new Map<number, Kept[]>();

  add({ signature, bands }: Signature, bookKey: string, near: Near): void {
    const kept = { ...near, bookKey, signature };
    for (const band of bands) {
      const others = this.#byBand.get(band);
      if (others === undefined) this.#byBand.set(band, [kept]);
      else others.push(kept);
    }
  }

  /** The first of another book that says the same. */
  find({ signature, bands }: Signature, bookKey: string): Near | undefined {
    for (const band of bands) {
      const found = this.#byBand.get(band)?.find((each) => each.bookKey !== bookKey && isNear(each.signature, signature));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
