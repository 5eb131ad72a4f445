/** The API as the guide shows it. All texts are plain, except that descriptions mark code with backticks. */

/** A field or parameter. */
export type GuideRow = { name: string; type: string; isRequired: boolean; description: string };

export type GuideOperation = {
  /** The operationId, which is its anchor in the page. */
  id: string;
  method: string;
  /** Below /api/v1. */
  path: string;
  summary: string;
  description: string;
  parameters: GuideRow[];
  /** Fields of the body; empty for none. */
  body: GuideRow[];
  /** Media types of a body that is a file. */
  requestTypes: readonly string[];
  status: number;
  response: GuideRow[];
  /** Media type of a response that is not JSON. */
  responseType: string | undefined;
  errors: { status: number; text: string }[];
  curl: string;
};

export type GuidePart = { id: string; title: string; operations: GuideOperation[] };

/** `address`: the URL of the API. `keySet`: the URL of the keys that verify tokens for other services. */
export type ApiGuide = { address: string; keySet: string; reading: GuidePart[]; managing: GuidePart[] };
