import { createContext } from 'react';

/** Whether the newsletter can be subscribed to. A context, as lists of several features name it in “Get updates”. */
export const NewsletterOpen = createContext(false);
