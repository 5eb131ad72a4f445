import { once } from 'node:events';
import net from 'node:net';

/**
 * Starts a server with a minimal Postgres protocol that answers every statement with one row. `columns` may be changed later. `types`: OIDs of
 * columns that are not text.
 */
export async function openFakePostgres(
  columns: Record<string, string>,
  types: Record<string, number> = {},
  port = 0,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = net.createServer((socket) => {
    // Only the first message of a client has no type byte.
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), READY]));
      socket.on('data', (data) => {
        for (let at = 0; at < data.length; at += 1 + data.readInt32BE(at + 1))
          if (data.toString('latin1', at, at + 1) === 'Q') socket.write(Buffer.concat([...answer(columns, types), READY]));
      });
    });
    socket.on('error', () => socket.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as net.AddressInfo;
  const close = async () => {
    server.close();
    await once(server, 'close');
  };
  return { url: `postgres://any:any@127.0.0.1:${address.port}/any`, close };
}

const READY = message('Z', Buffer.from('I'));
const TEXT_OID = 25;

function answer(columns: Record<string, string>, types: Record<string, number>): Buffer[] {
  const names = Object.keys(columns).map((name) =>
    Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(types[name] ?? TEXT_OID), int16(-1), int32(-1), int16(0)]),
  );
  const values = Object.values(columns).map((value) => Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]));
  const rows = [message('T', int16(names.length), ...names), message('D', int16(values.length), ...values)];
  return [...rows, message('C', Buffer.from('SELECT 1\0'))];
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}
