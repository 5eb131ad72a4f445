import type { Config } from '#src/platform/config.ts';
import type { Operations } from './contract.ts';

export type NotedSettings = Pick<Config, 'smtpUrl' | 'firstAdmin' | 'isPublicUrlSet' | 'publicUrl' | 'host' | 'archiveDir' | 'databaseUrl'>;

const OF_THIS_MACHINE = new Set(['127.0.0.1', '::1', 'localhost']);

/** What whoever looks after the site should know of its settings; no value of a setting is in it. */
export function notesOf(config: NotedSettings): Operations['settings'] {
  const { smtpUrl, firstAdmin, isPublicUrlSet, publicUrl, host, archiveDir, databaseUrl } = config;
  return [
    ...(smtpUrl === undefined ? ['no_smtp' as const] : []),
    ...(firstAdmin !== undefined ? ['admin_password' as const] : []),
    ...(isPublicUrlSet ? [] : ['no_public_url' as const]),
    // Open to a network, and no proxy with TLS is known of.
    ...(publicUrl.startsWith('http:') && !OF_THIS_MACHINE.has(host) ? ['plain_http' as const] : []),
    // A database of one's own is archived by its own means.
    ...(archiveDir === undefined && databaseUrl === undefined ? ['no_archive' as const] : []),
  ];
}
