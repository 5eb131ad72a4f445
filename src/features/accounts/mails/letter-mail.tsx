import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Section, Text } from '@react-email/components';
import { Fragment } from 'react';
import { NIGHT, styles } from '#src/ui/mail/letter-styles.ts';
import type { Letter } from './letters.ts';
import type { Words } from './words.ts';

/** A letter on the site's paper. Everything it needs is in it: no picture, nothing from another host. */
export function LetterMail({ letter }: { letter: Letter }) {
  const { subject, preheader, title, greeting, body, button, besides, why } = letter;
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{NIGHT}</style>
      </Head>
      <Body className="page" style={styles.page}>
        <Preview>{preheader}</Preview>
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
                <Heading as="h1" className="title" style={styles.title}>
                  {title}
                </Heading>
                {[greeting, ...body].map((line, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, and a line may come twice
                  <Text key={at} className="body" style={styles.body}>
                    <Said line={line} />
                  </Text>
                ))}
                {button && <Action button={button} />}
                {besides && (
                  <Text className="small" style={styles.small}>
                    {besides.text}{' '}
                    <Link className="link" href={besides.href} style={styles.link}>
                      {besides.label}
                    </Link>
                  </Text>
                )}
                <Hr className="rule" style={styles.rule} />
                <Text className="why" style={styles.why}>
                  {why}
                </Text>
              </div>
            </div>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

function Action({ button: { label, href, lasts } }: { button: NonNullable<Letter['button']> }) {
  return (
    <>
      <div style={styles.action}>
        <Button className="button" href={href} style={styles.button}>
          {label}
        </Button>
      </div>
      <Text className="small" style={styles.small}>
        {lasts === undefined ? '' : `${lasts} `}If the button does nothing, copy this address into your browser:
        <br />
        <Link className="link" href={href} style={styles.link}>
          {href}
        </Link>
      </Text>
    </>
  );
}

/** Foreign words stand in a direction of their own. */
function Said({ line }: { line: Words }) {
  return line.map((part) =>
    typeof part === 'string' ? <Fragment key={part}>{part}</Fragment> : <bdi key={part.foreign}>{part.foreign}</bdi>,
  );
}
