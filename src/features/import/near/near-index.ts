/** Texts that are nearly the same, among those that are not in the database yet: a kilobyte and a half for each, so at most 20,000 are kept. */
import { isNear, type Signature } from './signature.ts';

/** `taleId`: null for a tale that is not written yet. */
export type Near = { taleId: string | null; title: string; book: string };

type Kept = Near & { bookKey: string; signature: number[] };

const MOST = 20_000;

export class NearIndex {
  readonly #byBand = new Map<number, Kept[]>();
  #count = 0;

  add({ signature, bands }: Signature, bookKey: string, near: Near): void {
    if (this.#count >= MOST) return;
    this.#count += 1;
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
