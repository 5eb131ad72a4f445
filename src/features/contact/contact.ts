/** What other features and the site may call. */
export { contactRoutes } from './contact-routes.ts';
export { exportMessages, forgetWriter, removeOldMessages } from './keep-messages.ts';
export { messageEndpoints } from './message-endpoints.ts';
export { sendAnswerTask } from './settle-message.ts';
export type { Contact } from './take-letter.ts';
