import { Body, Container, Head, Html, Preview, Section, Text } from '@react-email/components';
import type { CSSProperties, ReactNode } from 'react';

const DISPLAY = "'IM Fell Double Pica', Alegreya, Georgia, 'Times New Roman', serif";
const READING = "Alegreya, Georgia, 'Times New Roman', serif";

/**
 * Inline styles: many email clients ignore style sheets and custom properties. The colours match src/ui/styles/tokens.css.
 */
export const emailStyles = {
  page: { margin: 0, padding: '28px 12px 40px', backgroundColor: '#f6efe0' },
  sheet: { maxWidth: '560px', backgroundColor: '#fdf8ec', border: '1px solid #d8caab', borderRadius: '6px', overflow: 'hidden' },
  head: { backgroundColor: '#0b2a30', borderBottom: '2px solid #e3b765', padding: '26px 24px 22px', textAlign: 'center' },
  brand: { margin: 0, color: '#f4ead2', fontFamily: DISPLAY, fontSize: '30px', lineHeight: '36px', letterSpacing: '0.02em' },
  motto: { margin: 0, color: '#e3b765', fontFamily: READING, fontSize: '15px', lineHeight: '22px', fontStyle: 'italic' },
  margin: { padding: '10px' },
  frame: { border: '1px solid #d8caab', borderRadius: '3px', padding: '28px 8% 26px' },
  title: { margin: '0 0 20px', color: '#14302f', fontFamily: DISPLAY, fontWeight: 400, fontSize: '29px', lineHeight: '34px' },
  body: { margin: '0 0 16px', color: '#14302f', fontFamily: READING, fontSize: '18px', lineHeight: '28px', overflowWrap: 'anywhere' },
  action: { padding: '10px 0 22px' },
  button: {
    backgroundColor: '#17494c',
    borderRadius: '3px',
    boxShadow: 'inset 0 0 0 3px #17494c, inset 0 0 0 4px #5d8583',
    color: '#fbf3df',
    fontFamily: READING,
    fontSize: '18px',
    lineHeight: '24px',
    padding: '15px 30px',
    textDecoration: 'none',
  },
  small: { margin: '0 0 10px', color: '#40534d', fontFamily: READING, fontSize: '15px', lineHeight: '23px' },
  link: { color: '#17535a', fontFamily: READING, textDecoration: 'underline', wordBreak: 'break-all', overflowWrap: 'anywhere' },
  rule: { margin: '22px 0 18px', borderTop: '1px solid #d8caab' },
  why: { margin: 0, color: '#566357', fontFamily: READING, fontSize: '15px', lineHeight: '23px' },
} as const satisfies Record<string, CSSProperties>;

/** Dark theme, where the client supports it. `!important` overrides the inline styles. */
const DARK_STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #0d2328 !important; }
  .sheet { background-color: #14313a !important; border-color: #24464c !important; }
  .head { background-color: #091a1f !important; border-bottom-color: #d2a24a !important; }
  .frame { border-color: #24464c !important; }
  .rule { border-top-color: #24464c !important; }
  .title, .body { color: #ece1c8 !important; }
  .small { color: #bfbfa8 !important; }
  .why { color: #98a396 !important; }
  .link { color: #a9d8ca !important; }
  .button { background-color: #9ccfbf !important; color: #0a2125 !important; box-shadow: inset 0 0 0 3px #9ccfbf, inset 0 0 0 4px #5f958a !important; }
}
@media (max-width: 480px) {
  .button { display: block !important; text-align: center !important; }
}`;

type Props = {
  siteName: string;
  subject: string;
  /** Shown by email clients after the subject. */
  preheader: string;
  /** Rules for class names of `children`, added to the style sheet. */
  extraStyles?: string;
  children: ReactNode;
};

/** The frame of every email. Self-contained: no images and nothing from another host. */
export function EmailLayout({ siteName, subject, preheader, extraStyles = '', children }: Props) {
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{DARK_STYLES + extraStyles}</style>
      </Head>
      <Body className="page" style={emailStyles.page}>
        <Preview>{preheader}</Preview>
        <Container className="sheet" style={emailStyles.sheet}>
          <Section>
            <div className="head" style={emailStyles.head}>
              <Text style={emailStyles.brand}>{siteName}</Text>
              <Text style={emailStyles.motto}>Fairy tales, old and new</Text>
            </div>
          </Section>
          <Section>
            <div style={emailStyles.margin}>
              <div className="frame" style={emailStyles.frame}>
                {children}
              </div>
            </div>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}
