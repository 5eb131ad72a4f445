import { Body, Container, Head, Heading, Hr, Html, Link, Preview, Section, Text } from '@react-email/components';
import type { ReactNode } from 'react';
import { NIGHT, styles } from '#src/ui/mail/letter-styles.ts';
import { letterDay, minutesWords, moreWords, PART_NAMES, paragraphsOf } from '../components/letter-words.ts';
import type { LetterContent } from '../letter-content.ts';
import { ISSUE_NIGHT, issueStyles } from './issue-styles.ts';
import { LETTER_FOOT } from './issue-words.ts';

type SectionOf = LetterContent['sections'][number];

/** The weekly letter on the site's paper. No picture: a mail program asks for none, and nobody learns when it is opened. */
export function IssueMail({ content }: { content: LetterContent }) {
  const { subject, day, opening, sections, links } = content;
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{NIGHT + ISSUE_NIGHT}</style>
      </Head>
      <Body className="page" style={styles.page}>
        <Preview>{previewOf(content)}</Preview>
        <Container className="sheet" style={styles.sheet}>
          <Section>
            <div className="head" style={styles.head}>
              <Text style={styles.brand}>Talewood</Text>
              <Text style={styles.motto}>Fairy tales, old and new</Text>
            </div>
          </Section>
          <Section>
            <div style={styles.margin}>
              <div className="frame" style={styles.frame}>
                <Text className="small" style={issueStyles.day}>
                  {letterDay(day)}
                </Text>
                <Heading as="h1" className="title" style={styles.title}>
                  <bdi>{subject}</bdi>
                </Heading>
                {paragraphsOf(opening).map((paragraph) => (
                  <Text key={paragraph} className="body" style={styles.body}>
                    <bdi>{paragraph}</bdi>
                  </Text>
                ))}
                {sections.map((section) => (
                  <PartOfLetter key={section.tales[0]?.href} section={section} />
                ))}
                <Hr className="rule" style={styles.rule} />
                <Foot links={links} />
              </div>
            </div>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

function PartOfLetter({ section: { kind, tales, more } }: { section: SectionOf }) {
  return (
    <>
      <Heading as="h2" className="kind" style={issueStyles.kind}>
        {PART_NAMES[kind]}
      </Heading>
      {tales.map((tale) => (
        <TaleOfLetter key={tale.href} tale={tale} />
      ))}
      {more === null ? null : (
        <Text className="small" style={styles.small}>
          <Small href={more.href}>{moreWords(more)}</Small>
        </Text>
      )}
    </>
  );
}

function TaleOfLetter({ tale }: { tale: SectionOf['tales'][number] }) {
  const lang = tale.language === 'en' ? undefined : tale.language;
  return (
    <div style={issueStyles.apart}>
      <Heading as="h3" className="title" style={issueStyles.tale}>
        <a className="link" href={tale.href} style={issueStyles.taleLink} lang={lang}>
          <bdi>{tale.title}</bdi>
        </a>
      </Heading>
      <Text className="small" style={issueStyles.byline}>
        <bdi>{tale.author}</bdi> · {minutesWords(tale)}
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

function Foot({ links: { web, preferences, unsubscribe } }: Pick<LetterContent, 'links'>) {
  return (
    <>
      <Text className="why" style={styles.why}>
        {LETTER_FOOT.why}
      </Text>
      <Text className="small" style={{ ...styles.small, margin: '10px 0 0' }}>
        <Small href={web}>{LETTER_FOOT.web}</Small> · <Small href={preferences}>{LETTER_FOOT.preferences}</Small> ·{' '}
        <Small href={unsubscribe}>{LETTER_FOOT.unsubscribe}</Small>
      </Text>
    </>
  );
}

function Small({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="link" href={href} style={issueStyles.taleLink}>
      {children}
    </Link>
  );
}

/** What mail programs show after the subject. */
function previewOf({ opening, sections }: LetterContent): string {
  const [first = ''] = paragraphsOf(opening);
  const titles = sections.flatMap(({ tales }) => tales.map(({ title }) => title));
  return first || titles.slice(0, 4).join(' · ');
}
