/** Renders transactional emails. Built into dist/server/emails.js. */
import { Button, Heading, Hr, Link, Text } from '@react-email/components';
import { Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { emailContent } from './account-emails.ts';
import type { EmailContent, RichText } from './email-content.ts';
import { EmailLayout, emailStyles } from './email-layout.tsx';
import type { RenderTemplate } from './emails.ts';
import { isolate, wrap } from './plain-text.ts';

/** Renders subject, HTML part and plain text part. */
export const renderEmail: RenderTemplate = async (data, siteName) => {
  const content = emailContent(data, siteName);
  const html = `<!DOCTYPE html>${renderToStaticMarkup(<TransactionalEmail content={content} siteName={siteName} />)}`;
  return { subject: content.subject, html, text: plainText(content, siteName) };
};

function TransactionalEmail({ content, siteName }: { content: EmailContent; siteName: string }) {
  const { subject, preheader, title, greeting, body, button, secondaryLink, reason } = content;
  return (
    <EmailLayout siteName={siteName} subject={subject} preheader={preheader}>
      <Heading as="h1" className="title" style={emailStyles.title}>
        {title}
      </Heading>
      {[greeting, ...body].map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and paragraphs may repeat
        <Text key={index} className="body" style={emailStyles.body}>
          <Paragraph text={paragraph} />
        </Text>
      ))}
      {button && <Action button={button} />}
      {secondaryLink && (
        <Text className="small" style={emailStyles.small}>
          {secondaryLink.text}{' '}
          <Link className="link" href={secondaryLink.href} style={emailStyles.link}>
            {secondaryLink.label}
          </Link>
        </Text>
      )}
      <Hr className="rule" style={emailStyles.rule} />
      <Text className="why" style={emailStyles.why}>
        {reason}
      </Text>
    </EmailLayout>
  );
}

function Action({ button: { label, href, validity } }: { button: NonNullable<EmailContent['button']> }) {
  return (
    <>
      <div style={emailStyles.action}>
        <Button className="button" href={href} style={emailStyles.button}>
          {label}
        </Button>
      </div>
      <Text className="small" style={emailStyles.small}>
        {validity === undefined ? '' : `${validity} `}If the button does not work, copy this address into your browser:
        <br />
        <Link className="link" href={href} style={emailStyles.link}>
          {href}
        </Link>
      </Text>
    </>
  );
}

/** User text is isolated, so that a right-to-left name cannot reorder the sentence. */
function Paragraph({ text }: { text: RichText }) {
  return text.map((part) =>
    typeof part === 'string' ? <Fragment key={part}>{part}</Fragment> : <bdi key={part.userText}>{part.userText}</bdi>,
  );
}

/** The plain text part: lines of at most 72 characters, links on lines of their own. */
function plainText({ title, greeting, body, button, secondaryLink, reason }: EmailContent, siteName: string): string {
  const parts = [
    siteName,
    `${title}\n${'='.repeat(title.length)}`,
    ...[greeting, ...body].map((paragraph) => wrap(plainParagraph(paragraph))),
    ...(button ? [`${button.label}:\n${button.href}`] : []),
    ...(button?.validity ? [button.validity] : []),
    ...(secondaryLink ? [`${secondaryLink.text} ${secondaryLink.label}:\n${secondaryLink.href}`] : []),
    '* * *',
    wrap(reason),
  ];
  return `${parts.join('\n\n')}\n`;
}

function plainParagraph(text: RichText): string {
  return text.map((part) => (typeof part === 'string' ? part : isolate(part.userText))).join('');
}
