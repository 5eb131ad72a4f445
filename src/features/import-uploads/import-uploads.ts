/** The front door of imports in the browser: what editors bring in, and the work that is done with it. */
export { createImports, type Imports } from './create-imports.ts';
export { importEndpoints } from './import-endpoints.ts';
export { importTasks } from './import-tasks.ts';
export { MOST_BYTES } from './limits.ts';
export { takesImports } from './receive-file.ts';
export { removeOldUploads } from './remove-old-uploads.ts';
