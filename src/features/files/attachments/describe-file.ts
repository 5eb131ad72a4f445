import type { AttachedFile, AttachedKind } from './contract.ts';

export const KIND_NAMES: Record<AttachedKind, string> = {
  worksheet: 'Worksheet',
  'colouring-page': 'Colouring page',
  recording: 'Recording',
  other: 'File',
};

/** Returns the kind that a media type suggests. */
export function kindOfType(mediaType: string): AttachedKind {
  if (mediaType.startsWith('audio/')) return 'recording';
  if (mediaType.startsWith('image/')) return 'colouring-page';
  return mediaType === 'application/pdf' ? 'worksheet' : 'other';
}

export function withoutExtension(name: string): string {
  return name.replace(/\.[^.]+$/, '');
}

/** Returns text such as "Worksheet · PDF, 2 pages · 1.2 MB". */
export function describeFile({ kind, name, pages, bytes }: Pick<AttachedFile, 'kind' | 'name' | 'pages' | 'bytes'>): string {
  const type = name.slice(name.lastIndexOf('.') + 1).toUpperCase();
  const length = pages === null ? '' : pages === 1 ? ', 1 page' : `, ${pages} pages`;
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${KIND_NAMES[kind]} · ${type}${length} · ${size}`;
}
