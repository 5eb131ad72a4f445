/** Operations with JSON schemas instead of Zod schemas, and with derived parameters and errors. */
import type { z } from 'zod';
import { rolesWith } from '#src/permissions.ts';
import { type AdminOperations, type ApiOperation, listOperations } from './api-operations.ts';
import { PARAMETER_DESCRIPTIONS } from './openapi-field-descriptions.ts';
import { createSchemas, type JsonSchema, type JsonSchemas } from './openapi-schemas.ts';

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  isRequired: boolean;
  description: string;
  schema: JsonSchema;
};

export type DescribedOperation = Pick<
  ApiOperation,
  'id' | 'method' | 'path' | 'summary' | 'description' | 'access' | 'acceptsKeys' | 'tag' | 'requestTypes' | 'responseType' | 'status'
> & {
  parameters: Parameter[];
  body: JsonSchema | undefined;
  response: JsonSchema | undefined;
  /** By status; null if the status explains itself. */
  errors: { [status: string]: string | null };
};

/** `schemas`: named schemas that others refer to. */
export type DescribedApi = { operations: DescribedOperation[]; schemas: JsonSchemas };

type Convert = ReturnType<typeof createSchemas>['convert'];

export const IF_MATCH: Parameter = {
  ...{ name: 'If-Match', in: 'header', isRequired: true },
  description: 'ETag of the version that the change is based on, as in `"7"`.',
  schema: { type: 'string' },
};

export const IDEMPOTENCY_KEY: Parameter = {
  ...{ name: 'Idempotency-Key', in: 'header', isRequired: false },
  description: 'A unique key of your choice, up to 64 characters. A request that is repeated with the same key within 24 hours runs once.',
  schema: { type: 'string', minLength: 1, maxLength: 64 },
};

export function describeApi(parts: AdminOperations): DescribedApi {
  const { convert, finish } = createSchemas();
  const { value, schemas } = finish(listOperations(parts).map((operation) => describe(operation, convert)));
  return { operations: value, schemas };
}

function describe(operation: ApiOperation, convert: Convert): DescribedOperation {
  const { id, method, path, summary, description, access, acceptsKeys, tag, requestTypes, responseType, status } = operation;
  const { params, query, headers, ifMatch, body, response } = operation;
  const parameters = [
    ...parametersOf(convert(params, 'input', PARAMETER_DESCRIPTIONS), 'path'),
    ...parametersOf(convert(query, 'input', PARAMETER_DESCRIPTIONS), 'query'),
    ...Object.entries(headers).map(
      ([name, text]): Parameter => ({ name, in: 'header', isRequired: false, description: text, schema: { type: 'string' } }),
    ),
    ...(ifMatch ? [IF_MATCH] : []),
    ...(method === 'GET' ? [] : [IDEMPOTENCY_KEY]),
  ];
  return {
    ...{ id, method, path, summary, description, access, acceptsKeys, tag, parameters, requestTypes, responseType, status },
    body: body && convert(body, 'input'),
    response: response && convert(response, 'output'),
    errors: { ...commonErrors(operation), ...operation.errors },
  };
}

const FOREIGN = 'The request comes from another site (`foreign_origin`)';

function forbiddenText({ access, acceptsKeys }: ApiOperation): string {
  if (access === 'site' || access === 'user' || access === 'public') return FOREIGN;
  return `Allowed for ${rolesWith(access).join(', ')} only${acceptsKeys ? ', or the API key is read-only' : ''}`;
}

/** Returns the errors that follow from the kind of operation. */
function commonErrors(operation: ApiOperation): DescribedOperation['errors'] {
  const { method, access, acceptsKeys, params, body, ifMatch } = operation;
  const has = ({ shape }: z.ZodObject) => Object.keys(shape).length > 0;
  const needsLogin = access !== 'public' && access !== 'site';
  const isGuarded = access !== 'public' && (method !== 'GET' || (access !== 'site' && access !== 'user'));
  return {
    400: null,
    ...(needsLogin && { 401: acceptsKeys ? 'Not logged in, or the API key is unknown, expired or revoked' : null }),
    ...(isGuarded && { 403: forbiddenText(operation) }),
    ...(has(params) && { 404: null }),
    ...(ifMatch && { 412: null, 428: null }),
    ...(body !== undefined && { 422: null }),
  };
}

function parametersOf(schema: JsonSchema, place: 'path' | 'query'): Parameter[] {
  const { properties = {}, required = [] } = schema as { properties?: JsonSchemas; required?: string[] };
  return Object.entries(properties).map(([name, { description = '', ...property }]) => ({
    ...{ name, in: place, isRequired: place === 'path' || required.includes(name), schema: property },
    description: String(description),
  }));
}
