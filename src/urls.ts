/** Every address of the site, in one place: routes, links, feeds and tests read them here. Browser-safe. */

export const urls = {
  home: () => '/',
  tales: (search = '') => (search ? `/tales?${search}` : '/tales'),
  recent: (after = '') => (after ? `/recent?after=${encodeURIComponent(after)}` : '/recent'),
  tale: (slug: string) => `/tale/${encodeURIComponent(slug)}`,
  categories: () => '/categories',
  category: (slug: string) => `/categories/${encodeURIComponent(slug)}`,
  authors: () => '/authors',
  author: (slug: string) => `/author/${encodeURIComponent(slug)}`,
  collections: () => '/collections',
  collection: (slug: string) => `/collections/${encodeURIComponent(slug)}`,
  random: () => '/random',
  api: (path = '') => `/api/v1${path}`,
} as const;
