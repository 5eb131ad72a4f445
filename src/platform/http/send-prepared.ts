/** Writes an answer made beforehand with as little work as can be: header lists are built once for each variant. */
import type { ServerResponse } from 'node:http';
import type { Constant } from './headers.ts';
import type { Prepared } from './prepared.ts';
import { chooseVariant, isHeld } from './prepared.ts';
import type { Head } from './read-head.ts';

/** `constant`: the headers of every answer. Returns what the log wants to know; bytes are those of the body. */
export function createPreparedSender(constant: Constant) {
  const around = constant.flat();
  return (response: ServerResponse, prepared: Prepared, head: Head, id: string): { status: number; bytes: number } => {
    const { variant } = chooseVariant(prepared, head.acceptEncoding);
    if (isHeld(prepared, head)) {
      response.writeHead(304, [...around, ...prepared.notModified, 'ETag', variant.tag, 'X-Request-Id', id]).end();
      return { status: 304, bytes: 0 };
    }
    variant.wire ??= [...around, ...variant.fields, 'X-Request-Id', ''];
    // writeHead turns the list into text before it returns: the next request may write its id into the same list.
    variant.wire[variant.wire.length - 1] = id;
    response.writeHead(prepared.status, variant.wire);
    response.end(variant.body);
    return { status: prepared.status, bytes: variant.body.length };
  };
}
