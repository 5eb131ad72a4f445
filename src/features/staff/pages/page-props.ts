/** What the router gives the screens of administrators. */
export type StaffPageProps = {
  /** The parameters of the address. */
  search: Record<string, string | undefined>;
  /** Writes another address in the place of this one, without a step to go back to. */
  show: (href: string) => void;
};
