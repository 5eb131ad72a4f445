/** What the server uses of imports in the browser. */

export { MAX_UPLOAD_BYTES } from '../formats/accepted-files.ts';
export { createImports, type Imports, importEndpoints } from './import-endpoints.ts';
export { importTasks } from './import-job.ts';
export { importBodyTypes } from './upload-files.ts';
export { removeOldUploads } from './upload-states.ts';
