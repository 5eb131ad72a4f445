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
