/** Public server API of the newsletter feature. */

export { deleteByAddress, exportNewsletter, getNewsletter, saveNewsletter } from './account-subscription.ts';
export { NEWSLETTER_DISABLED } from './components/signup-text.ts';
export { findPublishedIssue, listIssueDays, listIssuesForFeed, listPublishedIssues } from './issues/archive.ts';
export { formatIssueDay, formatMinutes, moreTalesText, PART_NAMES, splitParagraphs } from './issues/components/issue-text.ts';
export { seasonSearchTerms } from './issues/compose-issue.ts';
export { loadRenderIssue } from './issues/issue-content.ts';
export { type IssueDeps, issueEndpoints } from './issues/issue-endpoints.ts';
export { startIssueScheduler } from './issues/issue-scheduler.ts';
export { listIssuesBetween } from './issues/managed-issues.ts';
export { readSchedule } from './issues/schedule.ts';
export { addDays, localDay, toInstant } from './issues/zoned-time.ts';
export { recordSubscribers, suppress } from './recipients.ts';
export { exportDeliveries } from './sending/deliveries.ts';
export { processIncomingEmail } from './sending/process-bounce.ts';
export { removeOldSubscribers } from './subscribe.ts';
