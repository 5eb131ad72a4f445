/** The API as the guide shows it. All texts are plain. */

/** A field or parameter. `about`: what it is, in words. */
export type GuideRow = { name: string; type: string; isRequired: boolean; about: string };

export type GuideEndpoint = {
  /** Of its place in the page. */
  id: string;
  method: string;
  /** Below /api/v1. */
  path: string;
  summary: string;
  parameters: GuideRow[];
  /** Fields of the body; empty for none. */
  body: GuideRow[];
  /** Media types of a body that is a file. */
  takes: readonly string[];
  status: number;
  answer: GuideRow[];
  /** Media type of an answer that is no JSON. */
  gives: string | undefined;
  refusals: { status: number; text: string }[];
  curl: string;
};

export type GuidePart = { id: string; title: string; endpoints: GuideEndpoint[] };

/** `address`: of the API, with the site's name. */
export type ApiGuide = { address: string; reading: GuidePart[]; editing: GuidePart[] };
