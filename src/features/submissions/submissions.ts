/** What other parts of the server use of submissions. */

export { ownSubmissionEndpoints } from './own-endpoints.ts';
export { submissionReviewEndpoints } from './review-endpoints.ts';
export type { TextComparison } from './similar-tales.ts';
export { deleteSubmissionsOf, exportReviewComments, exportSubmissions, removeOldSubmissions } from './submission-rows.ts';
