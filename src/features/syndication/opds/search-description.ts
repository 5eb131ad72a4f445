import { SEARCH_LIMIT } from '#src/features/tales/browse-query.ts';
import { urls } from '#src/urls.ts';
import { element, xmlDocument } from '../xml.ts';
import { TYPES } from './opds-types.ts';

/** How to search the catalogue, as OpenSearch 1.1 describes it. `site` has no final slash. */
export function searchDescription(site: string): string {
  const url = (type: string, template: string, rel?: string) => element('Url', { type, rel, template });
  return xmlDocument(
    element(
      'OpenSearchDescription',
      { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
      element('ShortName', {}, 'Talewood'),
      element('Description', {}, `Search the whole text of the tales, with at most ${SEARCH_LIMIT} characters.`),
      element('InputEncoding', {}, 'UTF-8'),
      element('OutputEncoding', {}, 'UTF-8'),
      element('Image', { height: 192, width: 192, type: 'image/png' }, `${site}/icons/icon-192.png`),
      url(TYPES.acquisition, `${site}${urls.opds('/tales')}?q={searchTerms}`),
      url(TYPES.json, `${site}${urls.opds2('/search')}?query={searchTerms}`),
      url(TYPES.html, `${site}${urls.tales()}?q={searchTerms}`),
      url(TYPES.search, `${site}${urls.opds('/search.xml')}`, 'self'),
    ),
  );
}
