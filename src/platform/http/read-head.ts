/** The few request headers that every request is judged by, in one walk over the raw list (Node's own map costs more and hides repeats). */

export type Head = {
  hosts: number;
  host: string | undefined;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  ifModifiedSince: string | undefined;
  cookie: string | undefined;
  contentLength: string | undefined;
  /** A body is announced. */
  hasBody: boolean;
};

export function readHead(raw: readonly string[]): Head {
  const head: Head = {
    hosts: 0,
    host: undefined,
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
    ifModifiedSince: undefined,
    cookie: undefined,
    contentLength: undefined,
    hasBody: false,
  };
  for (let at = 0; at + 1 < raw.length; at += 2) take(head, raw[at] as string, raw[at + 1] as string);
  return head;
}

function take(head: Head, name: string, value: string): void {
  switch (name.length) {
    case 4:
      if (name.toLowerCase() === 'host') {
        head.hosts += 1;
        head.host = value;
      }
      break;
    case 6:
      if (name.toLowerCase() === 'cookie') head.cookie = head.cookie === undefined ? value : `${head.cookie}; ${value}`;
      break;
    case 13:
      if (name.toLowerCase() === 'if-none-match') head.ifNoneMatch = joined(head.ifNoneMatch, value);
      break;
    case 14:
      if (name.toLowerCase() === 'content-length') {
        head.contentLength = value;
        if (value !== '0') head.hasBody = true;
      }
      break;
    case 15:
      if (name.toLowerCase() === 'accept-encoding') head.acceptEncoding = joined(head.acceptEncoding, value);
      break;
    case 17:
      if (name.toLowerCase() === 'if-modified-since') head.ifModifiedSince = value;
      if (name.toLowerCase() === 'transfer-encoding') head.hasBody = true;
      break;
  }
}

function joined(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}, ${value}`;
}
