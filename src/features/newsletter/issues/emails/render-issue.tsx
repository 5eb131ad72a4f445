/** Renders issues as HTML and text. Built into dist/server/issue-email.js. */

import { Heading, Hr, Link, Text } from '@react-email/components';
import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { EmailLayout, emailStyles } from '#src/emails/email-layout.tsx';
import { isolate, wrap } from '#src/emails/plain-text.ts';
import { formatIssueDay, formatMinutes, moreTalesText, PART_NAMES, splitParagraphs } from '../components/issue-text.ts';
import type { IssueContent, RenderIssue } from '../issue-content.ts';

const FOOTER_TEXT = {
  web: 'Read in browser',
  preferences: 'Change frequency',
  unsubscribe: 'Unsubscribe',
};

function whyText({ siteName }: IssueContent): string {
  return `You receive this email because you subscribed to the ${siteName} newsletter with this address.`;
}

const issueStyles = {
  day: { ...emailStyles.small, margin: '0 0 6px', fontStyle: 'italic' },
  kind: {
    ...emailStyles.small,
    margin: '26px 0 12px',
    padding: '0 0 6px',
    borderBottom: '1px solid #d8caab',
    fontWeight: 400,
    letterSpacing: '0.08em',
    textTransform: 'uppercase',
  },
  tale: { ...emailStyles.title, margin: '0 0 4px', fontSize: '23px', lineHeight: '28px', overflowWrap: 'anywhere' },
  taleLink: { color: '#17535a', textDecoration: 'underline' },
  byline: { ...emailStyles.small, margin: '0 0 6px' },
  excerpt: { ...emailStyles.body, margin: '0 0 10px', fontSize: '17px', lineHeight: '26px' },
  note: { ...emailStyles.small, margin: '0 0 12px', padding: '0 0 0 12px', borderLeft: '2px solid #e3b765', overflowWrap: 'anywhere' },
  apart: { margin: '0 0 20px' },
} as const satisfies Record<string, CSSProperties>;

const ISSUE_DARK_STYLES = `
@media (prefers-color-scheme: dark) {
  .kind { color: #bfbfa8 !important; border-bottom-color: #24464c !important; }
  .note { border-left-color: #d2a24a !important; }
}`;

export const renderIssue: RenderIssue = async (content) => ({
  html: `<!DOCTYPE html>${renderToStaticMarkup(<IssueEmail content={content} />)}`,
  text: renderIssueText(content),
});

type TextSection = IssueContent['sections'][number];

/** Renders the text part: lines of 72 characters, links on separate lines. */
function renderIssueText(content: IssueContent): string {
  const { siteName, subject, day, opening, sections, links } = content;
  const parts = [
    siteName,
    `${wrap(singleLine(subject))}\n${formatIssueDay(day)}`,
    ...splitParagraphs(opening).map((paragraph) => wrap(singleLine(paragraph))),
    ...sections.flatMap(sectionText),
    '* * *',
    wrap(whyText(content)),
    `${FOOTER_TEXT.web}:\n${links.web}`,
    `${FOOTER_TEXT.preferences}:\n${links.preferences}`,
    `${FOOTER_TEXT.unsubscribe}:\n${links.unsubscribe}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function sectionText({ kind, tales, more }: TextSection): string[] {
  const name = PART_NAMES[kind].toUpperCase();
  return [
    `${name}\n${'-'.repeat(name.length)}`,
    ...tales.map(taleText),
    ...(more === null ? [] : [`${moreTalesText(more)}:\n${more.href}`]),
  ];
}

function taleText(tale: TextSection['tales'][number]): string {
  const lines = [
    wrap(singleLine(tale.title)),
    wrap(`${singleLine(tale.author)}, ${formatMinutes(tale)}`),
    tale.href,
    wrap(singleLine(tale.excerpt)),
  ];
  return [...lines, ...(tale.note === '' ? [] : [wrap(`Note: ${singleLine(tale.note)}`)])].join('\n');
}

/** Returns untrusted text on one line, so that it cannot imitate our own lines. */
function singleLine(text: string): string {
  return isolate(text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim());
}

type SectionOf = IssueContent['sections'][number];

/** HTML of an issue. Without images, so that opening it cannot be tracked. */
function IssueEmail({ content }: { content: IssueContent }) {
  const { siteName, subject, day, opening, sections, links } = content;
  return (
    <EmailLayout siteName={siteName} subject={subject} preheader={previewText(content)} extraStyles={ISSUE_DARK_STYLES}>
      <Text className="small" style={issueStyles.day}>
        {formatIssueDay(day)}
      </Text>
      <Heading as="h1" className="title" style={emailStyles.title}>
        <bdi>{subject}</bdi>
      </Heading>
      {splitParagraphs(opening).map((paragraph) => (
        <Text key={paragraph} className="body" style={emailStyles.body}>
          <bdi>{paragraph}</bdi>
        </Text>
      ))}
      {sections.map((section) => (
        <EmailSection key={section.tales[0]?.href} section={section} />
      ))}
      <Hr className="rule" style={emailStyles.rule} />
      <EmailFooter why={whyText(content)} links={links} />
    </EmailLayout>
  );
}

function EmailSection({ section: { kind, tales, more } }: { section: SectionOf }) {
  return (
    <>
      <Heading as="h2" className="kind" style={issueStyles.kind}>
        {PART_NAMES[kind]}
      </Heading>
      {tales.map((tale) => (
        <EmailTale key={tale.href} tale={tale} />
      ))}
      {more === null ? null : (
        <Text className="small" style={emailStyles.small}>
          <FooterLink href={more.href}>{moreTalesText(more)}</FooterLink>
        </Text>
      )}
    </>
  );
}

function EmailTale({ tale }: { tale: SectionOf['tales'][number] }) {
  const lang = tale.language === 'en' ? undefined : tale.language;
  return (
    <div style={issueStyles.apart}>
      <Heading as="h3" className="title" style={issueStyles.tale}>
        <a className="link" href={tale.href} style={issueStyles.taleLink} lang={lang}>
          <bdi>{tale.title}</bdi>
        </a>
      </Heading>
      <Text className="small" style={issueStyles.byline}>
        <bdi>{tale.author}</bdi> · {formatMinutes(tale)}
      </Text>
      <Text className="body" style={issueStyles.excerpt} lang={lang}>
        <bdi>{tale.excerpt}</bdi>
      </Text>
      {tale.note === '' ? null : (
        <Text className="small note" style={issueStyles.note}>
          <bdi>{tale.note}</bdi>
        </Text>
      )}
    </div>
  );
}

function EmailFooter({ why, links: { web, preferences, unsubscribe } }: Pick<IssueContent, 'links'> & { why: string }) {
  return (
    <>
      <Text className="why" style={emailStyles.why}>
        {why}
      </Text>
      <Text className="small" style={{ ...emailStyles.small, margin: '10px 0 0' }}>
        <FooterLink href={web}>{FOOTER_TEXT.web}</FooterLink> · <FooterLink href={preferences}>{FOOTER_TEXT.preferences}</FooterLink> ·{' '}
        <FooterLink href={unsubscribe}>{FOOTER_TEXT.unsubscribe}</FooterLink>
      </Text>
    </>
  );
}

function FooterLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="link" href={href} style={issueStyles.taleLink}>
      {children}
    </Link>
  );
}

/** Text that mail programs show after the subject. */
function previewText({ opening, sections }: IssueContent): string {
  const [first = ''] = splitParagraphs(opening);
  const titles = sections.flatMap(({ tales }) => tales.map(({ title }) => title));
  return first || titles.slice(0, 4).join(' · ');
}
