/** What a letter has beside the styles of all mails (src/ui/mail/letter-styles.ts). */
import type { CSSProperties } from 'react';
import { styles } from '#src/ui/mail/letter-styles.ts';

export const issueStyles = {
  day: { ...styles.small, margin: '0 0 6px', fontStyle: 'italic' },
  kind: {
    ...styles.small,
    margin: '26px 0 12px',
    padding: '0 0 6px',
    borderBottom: '1px solid #d8caab',
    fontWeight: 400,
    letterSpacing: '0.08em',
    textTransform: 'uppercase',
  },
  tale: { ...styles.title, margin: '0 0 4px', fontSize: '23px', lineHeight: '28px', overflowWrap: 'anywhere' },
  taleLink: { color: '#17535a', textDecoration: 'underline' },
  byline: { ...styles.small, margin: '0 0 6px' },
  excerpt: { ...styles.body, margin: '0 0 10px', fontSize: '17px', lineHeight: '26px' },
  note: { ...styles.small, margin: '0 0 12px', padding: '0 0 0 12px', borderLeft: '2px solid #e3b765', overflowWrap: 'anywhere' },
  apart: { margin: '0 0 20px' },
} as const satisfies Record<string, CSSProperties>;

export const ISSUE_NIGHT = `
@media (prefers-color-scheme: dark) {
  .kind { color: #bfbfa8 !important; border-bottom-color: #24464c !important; }
  .note { border-left-color: #d2a24a !important; }
}`;
