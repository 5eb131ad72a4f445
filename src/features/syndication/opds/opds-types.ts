/** Media types and relations of OPDS 1.2 and 2.0. */

const ATOM = 'application/atom+xml';

export const TYPES = {
  navigation: `${ATOM};profile=opds-catalog;kind=navigation`,
  acquisition: `${ATOM};profile=opds-catalog;kind=acquisition`,
  entry: `${ATOM};type=entry;profile=opds-catalog`,
  search: 'application/opensearchdescription+xml',
  json: 'application/opds+json',
  publication: 'application/opds-publication+json',
  epub: 'application/epub+zip',
  jpeg: 'image/jpeg',
  html: 'text/html',
} as const;

export const OPEN_ACCESS = 'http://opds-spec.org/acquisition/open-access';
export const IMAGE = 'http://opds-spec.org/image';
export const THUMBNAIL = 'http://opds-spec.org/image/thumbnail';
export const FACET = 'http://opds-spec.org/facet';
