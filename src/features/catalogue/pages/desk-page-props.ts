/** What the router gives the screens of the catalogue. */
export type DeskPageProps = {
  /** The parameters of the address. */
  search: Record<string, string | undefined>;
  /** Writes another address in the place of this one, without a step to go back to. */
  show: (href: string) => void;
  /** Goes to another address, as a link does. */
  go: (href: string) => void;
};
