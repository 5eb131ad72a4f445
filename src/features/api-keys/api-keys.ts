/** What other features and the site may call. */
export { findKey, getKeyEditor, isLiveKey } from './find-key.ts';
export { keyEndpoints } from './key-endpoints.ts';
export { exportKeys, removeEndedKeys, revokeKeysOf } from './keys.ts';
