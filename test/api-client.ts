import { Ajv2020 } from 'ajv/dist/2020.js';
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api.gen.ts';

/** An API client with the request and response types of the OpenAPI document. */
export type ApiClient = Client<paths>;

type OpenApiOperation = { responses: Record<string, { $ref?: string; content?: object } | undefined> };
type Document = {
  paths: Record<string, Record<string, OpenApiOperation> | undefined>;
  components: { responses: Record<string, { content?: object }> };
};

/**
 * Opens a client of a site. `cookie`: of a logged-in user.
 * Every response is validated against the document of that site: @throws Error for a status or a body that it does not have.
 */
export async function openApiClient(origin: string, cookie = ''): Promise<ApiClient> {
  const document = (await (await fetch(`${origin}/api/v1/openapi.json`)).json()) as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'api');
  const client = createClient<paths>({ baseUrl: `${origin}/api/v1`, headers: { cookie, origin } });
  client.use({
    async onResponse({ request, response, schemaPath }) {
      const where = `${request.method} ${schemaPath} ${response.status}`;
      const place = pointer(document, schemaPath, request.method.toLowerCase(), String(response.status));
      if (place === undefined) throw new Error(`${where} is not described.`);
      if (place === '') return;
      const validate = ajv.compile({ $ref: `api#${place}` });
      if (!validate(await response.clone().json())) throw new Error(`${where}: ${ajv.errorsText(validate.errors)}`);
    },
  });
  return client;
}

/** Returns where the document has the schema of a response: `''` for one without JSON, undefined for an unknown response. */
function pointer({ paths: all, components }: Document, path: string, method: string, status: string): string | undefined {
  const response = all[path]?.[method]?.responses[status];
  if (response === undefined) return undefined;
  const name = response.$ref?.split('/').at(-1);
  const [type] = Object.keys((name === undefined ? response : components.responses[name])?.content ?? {}).filter((each) =>
    each.endsWith('json'),
  );
  const parts = name === undefined ? ['paths', path, method, 'responses', status] : ['components', 'responses', name];
  if (type === undefined) return '';
  return ['', ...parts, 'content', type, 'schema']
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
}
