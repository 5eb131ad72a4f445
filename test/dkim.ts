import { createHash, createVerify } from 'node:crypto';

/** Verifies the DKIM signature of an email (RFC 6376: relaxed/relaxed, rsa-sha256) with a public key in PEM. */

type Verification = { isValid: boolean; domain: string | undefined; selector: string | undefined; signed: string[] };

export function verifyDkim(raw: string, publicKey: string): Verification {
  const headEnd = raw.indexOf('\r\n\r\n');
  const fields = raw
    .slice(0, headEnd)
    .split(/\r\n(?![ \t])/)
    .map((field) => ({ name: field.slice(0, field.indexOf(':')).trim().toLowerCase(), field }));
  const signature = fields.find(({ name }) => name === 'dkim-signature')?.field ?? '';
  const tags = new Map(
    unfold(signature.slice(signature.indexOf(':') + 1))
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replace(/\s/g, '')]),
  );
  const signed = (tags.get('h') ?? '').split(':').filter(Boolean);
  const remaining = fields.toReversed();
  const covered = signed.flatMap((name) => {
    const found = remaining.findIndex((each) => each.name === name.toLowerCase());
    return found < 0 ? [] : remaining.splice(found, 1).map(({ field }) => relaxedField(field));
  });
  const unsigned = relaxedField(signature.replace(/(;\s*b=)[^;]*/, '$1'));
  const isBodyUnchanged =
    createHash('sha256')
      .update(relaxedBody(raw.slice(headEnd + 4)))
      .digest('base64') === tags.get('bh');
  const isSignatureValid = createVerify('RSA-SHA256')
    .update(`${covered.join('\r\n')}\r\n${unsigned}`)
    .verify(publicKey, tags.get('b') ?? '', 'base64');
  const isSupported = tags.get('c') === 'relaxed/relaxed' && tags.get('a') === 'rsa-sha256' && tags.get('v') === '1';
  return { isValid: isSupported && isBodyUnchanged && isSignatureValid, domain: tags.get('d'), selector: tags.get('s'), signed };
}

function unfold(text: string): string {
  return text.replace(/\r\n/g, '');
}

function relaxedField(field: string): string {
  const value = unfold(field.slice(field.indexOf(':') + 1));
  return `${field.slice(0, field.indexOf(':')).trim().toLowerCase()}:${value.replace(/[ \t]+/g, ' ').trim()}`;
}

function relaxedBody(body: string): string {
  const lines = body.replace(/[ \t]+(?=\r\n|$)/g, '').replace(/[ \t]+/g, ' ');
  return lines === '' ? '' : `${lines.replace(/(\r\n)+$/, '')}\r\n`;
}
