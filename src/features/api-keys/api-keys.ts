/** What other features and the site may use of API keys. */
export { exportKeys, keyEndpoints, removeEndedKeys } from './keys.ts';
