import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server that keeps what it gets, and can be made to misbehave. */

export type Trouble =
  | 'none'
  | '421 at once'
  | '451 to the recipient'
  | '451 to the text'
  | '550 quoting'
  | '550 for policy'
  | '554 to the text'
  | 'cut after the text'
  | 'silent after the text';

/** `at`: when its recipient was named, in milliseconds of Unix time. */
export type ReceivedMail = {
  from: string;
  to: string[];
  user: string | undefined;
  secure: boolean;
  messageId: string;
  raw: string;
  at: number;
};

export const SMTP_PASSWORD = 'open-sesame';

/** `startTls`: offers TLS, with a certificate that nobody has signed. `mostRaw`: characters that are kept of each mail. */
export async function openSmtpServer({ startTls = false, mostRaw = Number.POSITIVE_INFINITY } = {}) {
  const received: ReceivedMail[] = [];
  /** Those that came whole, but whose sender was not told so. */
  const unanswered: ReceivedMail[] = [];
  let trouble: Trouble = 'none';
  let connections = 0;
  /** By session. */
  const namedAt = new Map<string, number>();
  let server = makeServer();
  let port = 0;

  function makeServer(): SMTPServer {
    const made: SMTPServer = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: startTls ? [] : ['STARTTLS'],
      onConnect: (_session, done) => {
        connections += 1;
        done(trouble === '421 at once' ? answer(421, 'closing') : null);
      },
      onAuth: (auth, _session, done) =>
        auth.password === SMTP_PASSWORD ? done(null, { user: auth.username }) : done(answer(535, `no entry for ${auth.username}`)),
      onRcptTo: ({ address }, { id }, done) => {
        namedAt.set(id, Date.now());
        if (trouble === '451 to the recipient') done(answer(451, `4.3.0 ${address} later`));
        else if (trouble === '550 quoting') done(answer(550, `5.1.1 ${address} unknown`));
        else if (trouble === '550 for policy') done(answer(550, '5.7.1 your network is listed'));
        else done();
      },
      onClose: ({ id }) => void namedAt.delete(id),
      onData: (stream, { id, envelope, user, secure }, done) => {
        const keep = (raw: string) => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const messageId = /^message-id: *(.*)$/im.exec(raw)?.[1]?.trim() ?? '';
          const mail = {
            from,
            to: envelope.rcptTo.map(({ address }) => address),
            user: user as string | undefined,
            secure,
            messageId,
            // A copy, which does not hold on to the whole.
            raw: raw.length > mostRaw ? Buffer.from(raw.slice(0, mostRaw)).toString() : raw,
            at: namedAt.get(id) ?? 0,
          };
          if (trouble === '451 to the text') return done(answer(451, '4.3.0 later'));
          if (trouble === '554 to the text') return done(answer(554, '5.6.0 no'));
          if (trouble !== 'cut after the text' && trouble !== 'silent after the text') {
            received.push(mail);
            return done();
          }
          unanswered.push(mail);
          if (trouble === 'silent after the text') return;
          for (const connection of made.connections) if (connection.id === id) connection._socket.destroy();
        };
        // What is cut in the middle was never sent.
        void readText(stream).then(keep, () => {});
      },
    });
    made.on('error', () => {});
    return made;
  }

  const listen = () =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        port = (server.server.address() as AddressInfo).port;
        resolve();
      });
    });
  await listen();

  return {
    received,
    unanswered,
    url: `smtp://127.0.0.1:${port}`,
    urlAs: (user: string, password: string) => `smtp://${user}:${password}@127.0.0.1:${port}`,
    /** Connections that have been made so far. */
    connections: () => connections,
    misbehave(next: Trouble) {
      trouble = next;
    },
    /** Closes all connections, as servers do when nothing comes. */
    hangUp() {
      for (const connection of server.connections) connection._socket.destroy();
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
    /** On the same port as before. */
    reopen() {
      server = makeServer();
      return listen();
    },
  };
}

function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
