import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { generateSecret, openSealedSecret, sealSecret, signedHeaders } from './signature.ts';

const SITE_SECRET = 's'.repeat(40);
const ID = '01a1fed2-db9c-7e0b-967b-7804cf1d9c62';
const BODY = '{"type":"tale.published","data":{"title":"Die Gänsemagd"}}';
const message = () => ({ id: ID, sentAt: new Date(), body: BODY });

test('a library of the specification verifies a message', () => {
  const secret = generateSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(new Webhook(secret).verify(BODY, signedHeaders(message(), [secret]))).toEqual(JSON.parse(BODY));
});

test('a changed body, id, time or secret is noticed', () => {
  const secret = generateSecret();
  const headers = signedHeaders(message(), [secret]);
  const receiver = new Webhook(secret);
  expect(() => receiver.verify(`${BODY} `, headers)).toThrow();
  expect(() => receiver.verify(BODY, { ...headers, 'webhook-id': `${ID}0` })).toThrow();
  expect(() => receiver.verify(BODY, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) })).toThrow();
  expect(() => new Webhook(generateSecret()).verify(BODY, headers)).toThrow();
});

test('the signature is that of the example of the specification', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const sent = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt: new Date(1_614_265_330_000), body: '{"test": 2432232314}' };
  expect(signedHeaders(sent, [secret])).toEqual({
    'webhook-id': sent.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('with two secrets, a receiver that knows either of them accepts the message', () => {
  const [now, old] = [generateSecret(), generateSecret()];
  const headers = signedHeaders(message(), [now, old]);
  expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
  for (const secret of [now, old]) expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
});

test('a stored secret can be read with the secret of the site, for its webhook only', () => {
  const secret = generateSecret();
  const sealed = sealSecret(secret, SITE_SECRET, ID);
  expect(sealed).not.toContain(secret.slice(6, 20));
  expect(sealSecret(secret, SITE_SECRET, ID)).not.toBe(sealed);
  expect(openSealedSecret(sealed, SITE_SECRET, ID)).toBe(secret);
  expect(openSealedSecret(sealed, 't'.repeat(40), ID)).toBeUndefined();
  expect(openSealedSecret(sealed, SITE_SECRET, ID.replace('0', '1'))).toBeUndefined();
  expect(openSealedSecret('', SITE_SECRET, ID)).toBeUndefined();
});
