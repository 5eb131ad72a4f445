/** One line for each request. Made by hand, since it is on the path of every cached page. */
import type { Log } from '#src/platform/log.ts';
import { streamOf } from '#src/platform/log.ts';
import type { CacheUse } from './exchange.ts';

type RequestLine = {
  id: string;
  method: string;
  target: string;
  status: number;
  /** Bytes of the answer's body; where no length was announced, of the whole answer on the wire. */
  bytes: number;
  ms: number;
  cache: CacheUse;
  /** Why the server itself refused or cut the request. */
  code?: string | undefined;
};

export type LogRequest = (line: RequestLine) => void;

const SECRET_PARAMETER = /([?&;](?:[^=&;]*(?:token|secret|passw|signature|key)[^=&;]*|code|otp|email|state)=)[^&;]*/gi;

export function createRequestLog(log: Log): LogRequest {
  if (!log.isLevelEnabled('info')) return () => {};
  const stream = streamOf(log);
  let stamped = 0;
  let prefix = '';
  return (line) => {
    const now = Date.now();
    if (now !== stamped) {
      stamped = now;
      prefix = `{"level":"info","time":"${new Date(now).toISOString()}","event":"request","id":"`;
    }
    const code = line.code === undefined ? '' : `,"code":${JSON.stringify(line.code)}`;
    stream.write(
      `${prefix}${line.id}","method":"${line.method}","path":${JSON.stringify(hideParameters(line.target))},"status":${line.status},"ms":${
        Math.round(line.ms * 100) / 100
      },"bytes":${line.bytes},"cache":"${line.cache}"${code}}\n`,
    );
  };
}

/** The address without the values of parameters that may be secret, and not longer than the log can bear. */
function hideParameters(target: string): string {
  const shown = target.length > 1_000 ? `${target.slice(0, 1_000)}…` : target;
  return shown.includes('=') ? shown.replace(SECRET_PARAMETER, '$1[hidden]') : shown;
}
