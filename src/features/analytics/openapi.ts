import { describeOperation } from '#src/platform/http/endpoint.ts';
import { ReadEvent } from './contract.ts';

/** The usage count, as the OpenAPI document describes it. */
export const countOperation = describeOperation({
  ...{ id: 'countReading', method: 'POST', path: '/counts', summary: 'Count a reading' },
  description: 'Counts that a tale was opened or read to the end. Stores nothing about the reader. 204 whether or not it is counted.',
  body: ReadEvent,
});
