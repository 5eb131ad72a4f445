import { createContext, useContext } from 'react';

/** The name of a site whose administrators have set none. */
export const DEFAULT_NAME = 'Talewood';

/** What every page knows of its site. */
export type Site = {
  name: string;
  /** No mail server is configured. */
  isNewsletterDisabled: boolean;
  /** Identity providers to log in with. */
  loginProviders?: readonly { id: string; name: string }[] | undefined;
};

export const SiteContext = createContext<Site>({ name: DEFAULT_NAME, isNewsletterDisabled: true });

/** Returns the name of the site and whether its newsletter can be subscribed to. */
export const useSite = () => useContext(SiteContext);

/** Whether a name of the site does not fit into the top bar of a phone in the large font. Letters of other scripts are wider. */
export function isLongName(name: string): boolean {
  return !/^[\p{Script=Latin}\P{L}]{0,10}$/u.test(name);
}
