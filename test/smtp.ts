import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that stores received emails and can simulate faults. */

export type Fault =
  | 'none'
  | '421 at once'
  | '451 to the recipient'
  | '451 to the text'
  | '550 quoting'
  | '550 for policy'
  | '554 to the text'
  | 'cut after the text'
  | 'silent after the text';

/** `at`: time of the RCPT command, Unix milliseconds. */
export type ReceivedEmail = {
  from: string;
  to: string[];
  user: string | undefined;
  secure: boolean;
  messageId: string;
  raw: string;
  at: number;
};

export const SMTP_PASSWORD = 'open-sesame';

/** `startTls`: offers TLS with a self-signed certificate. `maxRawLength`: characters stored of each email. */
export async function openSmtpServer({ startTls = false, maxRawLength = Number.POSITIVE_INFINITY } = {}) {
  const received: ReceivedEmail[] = [];
  /** Emails received completely, but not acknowledged. */
  const unanswered: ReceivedEmail[] = [];
  let fault: Fault = 'none';
  let connections = 0;
  /** Times of RCPT commands by session. */
  const recipientTimes = new Map<string, number>();
  let server = createServer();
  let port = 0;

  function createServer(): SMTPServer {
    const created: SMTPServer = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: startTls ? [] : ['STARTTLS'],
      onConnect: (_session, done) => {
        connections += 1;
        done(fault === '421 at once' ? answer(421, 'closing') : null);
      },
      onAuth: (auth, _session, done) =>
        auth.password === SMTP_PASSWORD ? done(null, { user: auth.username }) : done(answer(535, `no entry for ${auth.username}`)),
      onRcptTo: ({ address }, { id }, done) => {
        recipientTimes.set(id, Date.now());
        if (fault === '451 to the recipient') done(answer(451, `4.3.0 ${address} later`));
        else if (fault === '550 quoting') done(answer(550, `5.1.1 ${address} unknown`));
        else if (fault === '550 for policy') done(answer(550, '5.7.1 your network is listed'));
        else done();
      },
      onClose: ({ id }) => void recipientTimes.delete(id),
      onData: (stream, { id, envelope, user, secure }, done) => {
        const store = (raw: string) => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const messageId = /^message-id: *(.*)$/im.exec(raw)?.[1]?.trim() ?? '';
          const email = {
            from,
            to: envelope.rcptTo.map(({ address }) => address),
            user: user as string | undefined,
            secure,
            messageId,
            // A copy, so that the complete text can be freed.
            raw: raw.length > maxRawLength ? Buffer.from(raw.slice(0, maxRawLength)).toString() : raw,
            at: recipientTimes.get(id) ?? 0,
          };
          if (fault === '451 to the text') return done(answer(451, '4.3.0 later'));
          if (fault === '554 to the text') return done(answer(554, '5.6.0 no'));
          if (fault !== 'cut after the text' && fault !== 'silent after the text') {
            received.push(email);
            return done();
          }
          unanswered.push(email);
          if (fault === 'silent after the text') return;
          for (const connection of created.connections) if (connection.id === id) connection._socket.destroy();
        };
        // Ignores emails that were not received completely.
        void readText(stream).then(store, () => {});
      },
    });
    created.on('error', () => {});
    return created;
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
    /** Returns the number of connections so far. */
    connections: () => connections,
    setFault(next: Fault) {
      fault = next;
    },
    /** Closes all connections, as servers do with idle ones. */
    closeConnections() {
      for (const connection of server.connections) connection._socket.destroy();
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
    /** Listens again on the same port. */
    reopen() {
      server = createServer();
      return listen();
    },
  };
}

function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
