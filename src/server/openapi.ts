/** The OpenAPI 3.1 document of the API (spec.openapis.org/oas/v3.1.1). */
import { TAGS } from './api-operations.ts';
import { type DescribedApi, type DescribedOperation, IDEMPOTENCY_KEY, IF_MATCH, type Parameter } from './openapi-documents.ts';
import { exampleOf, inline, type JsonSchema } from './openapi-schemas.ts';

const PROBLEM: JsonSchema = {
  type: 'object',
  description: 'An error (RFC 9457, problem details).',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: { type: 'string', description: 'Always `about:blank`.' },
    title: { type: 'string', description: 'The name of the status.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    code: { type: 'string', description: 'The error code for programs.' },
    detail: { type: 'string', description: 'The error message for people.' },
    requestId: { type: 'string', description: 'The id of the request in the log of the server.' },
    errors: {
      type: 'object',
      description: 'With status 422: messages by field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
  examples: [
    {
      ...{ type: 'about:blank', title: 'Unprocessable Entity', status: 422, code: 'invalid', detail: 'Title is required' },
      ...{ requestId: '9f2c61d07b1e-4k', errors: { title: ['Title is required'] } },
    },
  ],
};

const ABOUT = `Read and manage the tales of this site.

* **Reading** needs no key. **Managing**, below \`/admin\`, needs an API key, which administrators create under Manage, API keys.
* **Errors** are problem details (RFC 9457) with a \`code\` for programs.
* **Lists** are paginated by cursor: pass \`next\` of one page as \`after\` to get the next one.
* **Changes** name the version they are based on: send the \`ETag\` of what you read as \`If-Match\`.
* **Retries** are safe with an \`Idempotency-Key\`.
* Times are ISO 8601 in UTC.`;

/** Responses to errors, by status. Operations refer to them by name, some with a description of their own. */
export const ERRORS: { [status: string]: { name: string; description: string } } = {
  400: { name: 'BadRequest', description: 'The query or the body cannot be parsed' },
  401: { name: 'Unauthorized', description: 'Not logged in' },
  403: { name: 'Forbidden', description: 'Not allowed' },
  404: { name: 'NotFound', description: 'Not found' },
  409: { name: 'Conflict', description: 'The state of the resource does not allow it' },
  410: { name: 'Gone', description: 'No longer available' },
  412: { name: 'PreconditionFailed', description: 'Someone else has changed it since (`changed_since`); nothing was saved' },
  413: { name: 'ContentTooLarge', description: 'The body is too large' },
  415: { name: 'UnsupportedMediaType', description: 'Unsupported media type' },
  422: { name: 'UnprocessableContent', description: 'Invalid input, with messages by field in `errors`' },
  428: { name: 'PreconditionRequired', description: '`If-Match` is missing or invalid (`version_needed`)' },
  429: { name: 'TooManyRequests', description: 'Too many requests; see `Retry-After`' },
  503: { name: 'ServiceUnavailable', description: 'Temporarily unavailable; see `Retry-After`' },
  507: { name: 'InsufficientStorage', description: 'Not enough storage' },
  default: { name: 'UnexpectedError', description: 'Any other error' },
};

function securityOf({ access, acceptsKeys }: DescribedOperation): object[] {
  if (access === 'public' || access === 'site') return [];
  return [...(acceptsKeys ? [{ key: [] }] : []), { session: [] }];
}

const PARAMETERS = { IfMatch: IF_MATCH, IdempotencyKey: IDEMPOTENCY_KEY };

/** `publicUrl`: the origin of the site, without a slash at the end. */
export function openApi({ operations, schemas }: DescribedApi, publicUrl: string): object {
  const paths = new Map<string, Record<string, object>>();
  for (const operation of operations) {
    const { path, method, body } = operation;
    const example = body && exampleOf(inline(body, schemas));
    paths.set(path, { ...paths.get(path), [method.toLowerCase()]: toOperation(operation, example) });
  }
  return {
    openapi: '3.1.1',
    info: {
      ...{ title: 'Talewood', version: '1.0.0', summary: 'The API of a library of fairy tales.', description: ABOUT },
      contact: { name: 'Talewood', url: `${publicUrl}/contact` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/api/v1` }],
    externalDocs: { description: 'Guide to the API', url: `${publicUrl}/api` },
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: { ...schemas, Problem: PROBLEM },
      parameters: Object.fromEntries(Object.entries(PARAMETERS).map(([name, parameter]) => [name, toParameter(parameter)])),
      responses: errorResponses(operations),
      securitySchemes: securitySchemes(publicUrl),
    },
  };
}

function securitySchemes(publicUrl: string): object {
  const cookie = publicUrl.startsWith('https:') ? '__Host-talewood_session' : 'talewood_session';
  return {
    key: { type: 'http', scheme: 'bearer', description: 'An API key of an administrator: `Authorization: Bearer tw_…`' },
    session: {
      ...{ type: 'apiKey', in: 'cookie', name: cookie },
      description: 'The session of a browser. Requests that change something are accepted from pages of the site only.',
    },
  };
}

/** Only those that an operation refers to. */
function errorResponses(operations: readonly DescribedOperation[]): object {
  const used = new Set(['default', ...operations.flatMap(({ errors }) => Object.keys(errors))]);
  const entries = Object.entries(ERRORS).filter(([status]) => used.has(status));
  return Object.fromEntries(
    entries.map(([status, { name, description }]) => [
      name,
      {
        description,
        ...(['429', '503'].includes(status) && {
          headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
        }),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

function toOperation(operation: DescribedOperation, example: unknown): object {
  const { id, summary, description, tag, parameters, body, requestTypes } = operation;
  const content = body ? { 'application/json': { schema: body, example } } : Object.fromEntries(requestTypes.map((type) => [type, {}]));
  return {
    ...{ summary, description, operationId: id, tags: [tag], security: securityOf(operation) },
    ...(parameters.length > 0 && { parameters: parameters.map(refer) }),
    ...(Object.keys(content).length > 0 && { requestBody: { required: true, content } }),
    responses: responsesOf(operation),
  };
}

function refer(parameter: Parameter): object {
  const named = Object.entries(PARAMETERS).find(([, { name }]) => name === parameter.name);
  return named === undefined ? toParameter(parameter) : { $ref: `#/components/parameters/${named[0]}` };
}

function toParameter({ name, in: place, isRequired, description, schema }: Parameter): object {
  return { ...{ name, in: place, required: isRequired, schema }, ...(description !== '' && { description }) };
}

function responsesOf({ status, response, responseType, errors }: DescribedOperation): object {
  const content = responseType
    ? { [responseType]: { schema: { type: 'string' } } }
    : response && { 'application/json': { schema: response } };
  const error = (of: string, description: string | null) => {
    const name = ERRORS[of]?.name;
    if (name === undefined) throw new Error(`Add the error ${of} to those of the OpenAPI document.`);
    return { $ref: `#/components/responses/${name}`, ...(description !== null && { description }) };
  };
  return {
    [status]: { description: content ? 'Success' : 'Success, without content', ...(content && { content }) },
    ...Object.fromEntries(Object.entries(errors).map(([of, description]) => [of, error(of, description)])),
    default: error('default', null),
  };
}
