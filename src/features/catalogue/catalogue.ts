/** The front door of the catalogue: what editors do to authors, categories, collections and pins, below /api/v1/admin. */
import type { Editor } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Endpoint } from '#src/platform/http/endpoint.ts';
import { authorEndpoints } from './author-endpoints.ts';
import { categoryEndpoints } from './category-endpoints.ts';
import { collectionEndpoints } from './collection-endpoints.ts';
import { featuredEndpoints } from './featured-endpoints.ts';

export function catalogueEndpoints(deps: { db: Db }): Endpoint<Editor>[] {
  return [...authorEndpoints(deps), ...categoryEndpoints(deps), ...collectionEndpoints(deps), ...featuredEndpoints(deps)];
}
