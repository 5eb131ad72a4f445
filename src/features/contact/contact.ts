/** Public server API of the contact feature. */

export type { ContactAddresses } from './contact-routes.ts';
export { contactRoutes } from './contact-routes.ts';
export { messageEndpoints, sendAnswerTask } from './message-endpoints.ts';
export { anonymizeSender, exportMessages, removeOldMessages } from './messages.ts';
