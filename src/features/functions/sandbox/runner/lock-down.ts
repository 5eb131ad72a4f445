/**
 * What Node's permission model leaves open and functions must not have: signals to other processes, local sockets, private networks,
 * priorities, and files that V8 writes. Runs before the code of the function, so no reference to a removed function is left. Checks use
 * captured built-ins only: the function may replace all others.
 */
import childProcess from 'node:child_process';
import crypto from 'node:crypto';
import dgram from 'node:dgram';
import dns from 'node:dns';
import inspector from 'node:inspector';
import module from 'node:module';
import net from 'node:net';
import os from 'node:os';
import trace from 'node:trace_events';
import v8 from 'node:v8';

const { defineProperty } = Object;
const { apply } = Reflect;
const codeAt = Function.prototype.call.bind(String.prototype.charCodeAt) as (text: string, at: number) => number;

/** UV_EACCES. */
const EACCES = -os.constants.errno.EACCES;

type Options = {
  /** Also allows connections to private networks. */
  allowPrivate: boolean;
};

type Native = Record<string, unknown>;

/** Removes everything that functions must not have. `pipe`: any open pipe. */
export function lockDown(pipe: net.Socket, { allowPrivate }: Options): void {
  const signals = 'send signals to processes';
  deny(process, ['kill', '_kill', '_debugProcess', '_debugEnd'], signals);
  deny(process, ['binding', '_linkedBinding', 'dlopen', 'setuid', 'setgid', 'seteuid', 'setegid', 'setgroups', 'initgroups'], 'use this');
  deny(process, ['execve'], 'start other programs');
  defineProperty(process, 'report', { value: undefined, writable: false, configurable: false });
  deny(prototypeOf(handleOf(new childProcess.ChildProcess())), ['kill'], signals);
  deny(prototypeOf(handleOf(new childProcess.ChildProcess())), ['spawn'], 'start other programs');
  deny(os, ['setPriority'], 'change priorities');
  deny(v8, ['setFlagsFromString', 'setHeapSnapshotNearHeapLimit', 'writeHeapSnapshot', 'takeCoverage', 'stopCoverage'], 'use this');
  deny(module, ['enableCompileCache', 'flushCompileCache', 'register'], 'use this');
  deny(trace, ['createTracing'], 'use this');
  deny(inspector, ['open', 'Session'], 'use the inspector');
  deny(crypto, ['setEngine'], 'load native code');
  const sockets = 'open servers or local sockets';
  deny(prototypeOf(handleOf(pipe)), ['bind', 'bind2', 'connect', 'connect2', 'listen', 'fchmod'], sockets);
  const tcp = prototypeOf(tcpHandle());
  deny(tcp, ['bind', 'bind6', 'listen'], sockets);
  if (!allowPrivate) {
    limitConnections(tcp, 'connect', isPublicIpv4);
    limitConnections(tcp, 'connect6', isPublicIpv6);
  }
  const udp = prototypeOf(udpHandle());
  deny(udp, ['bind', 'bind6', 'connect', 'connect6', 'send', 'send6', 'open'], 'use UDP');
  deny(prototypeOf(handleOf(new dns.Resolver())), ['setServers', 'setLocalAddress'], 'change the DNS server');
  module.syncBuiltinESMExports();
}

class DeniedError extends Error {
  code = 'ERR_ACCESS_DENIED';
}

function deny(target: object, names: readonly string[], what: string): void {
  for (const name of names) {
    if (!(name in target)) continue;
    // Not an arrow function, as some are constructors.
    const value = function denied() {
      throw new DeniedError(`Functions cannot ${what} (${name}).`);
    };
    defineProperty(target, name, { value, writable: false, configurable: false });
  }
}

function limitConnections(tcp: Native, name: 'connect' | 'connect6', isPublic: (address: unknown) => boolean): void {
  const connect = tcp[name] as (...args: unknown[]) => unknown;
  const value = function (this: unknown, request: unknown, address: unknown, ...rest: unknown[]) {
    // As the system answers, so that the function can catch it. `main.ts` explains it.
    return isPublic(address) ? apply(connect, this, [request, address, ...rest]) : EACCES;
  };
  defineProperty(tcp, name, { value, writable: false, configurable: false });
}

const DOT = 46;
const COLON = 58;

/** The same networks as for webhooks (src/features/webhooks/allowed-address.ts), in code that the function cannot change. */
function isPublicIpv4(address: unknown): boolean {
  if (typeof address !== 'string') return false;
  let parts = 0;
  let part = -1;
  let a = 0;
  let b = 0;
  let c = 0;
  for (let at = 0; at <= address.length; at++) {
    const code = at === address.length ? DOT : codeAt(address, at);
    if (code === DOT) {
      if (part < 0 || part > 255) return false;
      if (parts === 0) a = part;
      else if (parts === 1) b = part;
      else if (parts === 2) c = part;
      parts += 1;
      part = -1;
    } else if (code < 48 || code > 57 || part === 0) return false;
    else part = (part < 0 ? 0 : part * 10) + code - 48;
  }
  if (parts !== 4 || a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if (a === 100 && b >= 64 && b < 128) return false;
  if ((a === 169 && b === 254) || (a === 172 && b >= 16 && b < 32) || (a === 198 && (b === 18 || b === 19))) return false;
  if (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99))) return false;
  if ((a === 198 && b === 51 && c === 100) || (a === 203 && b === 0 && c === 113)) return false;
  // Public, but answers only inside Azure.
  return address !== '168.63.129.16';
}

/** Global addresses (2000::/3) without Teredo, documentation and 6to4. */
function isPublicIpv6(address: unknown): boolean {
  if (typeof address !== 'string') return false;
  const groups = { first: 0, second: 0 };
  let group = 0;
  for (let at = 0; at < address.length && group < 2; at++) {
    const code = codeAt(address, at);
    if (code === COLON) group += 1;
    else {
      const digit = code <= 57 ? code - 48 : (code | 32) - 87;
      if (digit < 0 || digit > 15) return false;
      if (group === 0) groups.first = groups.first * 16 + digit;
      else groups.second = groups.second * 16 + digit;
    }
  }
  const { first, second } = groups;
  if (first < 0x2000 || first > 0x3fff || first === 0x2002) return false;
  if (first === 0x2001 && (second < 0x200 || second === 0xdb8)) return false;
  return !(first === 0x3fff && second < 0x1000);
}

function handleOf(owner: object): Native {
  return (owner as { _handle: Native })._handle;
}

function prototypeOf(handle: Native): Native {
  return Object.getPrototypeOf(handle) as Native;
}

/** Returns the handle of a socket that waits for an address and never connects. */
function tcpHandle(): Native {
  const socket = new net.Socket();
  socket.on('error', () => {});
  socket.connect({ host: 'unused.invalid', port: 1, lookup: () => {} });
  const handle = handleOf(socket);
  socket.destroy();
  return handle;
}

function udpHandle(): Native {
  const socket = dgram.createSocket('udp4');
  const state = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'state symbol');
  const { handle } = (socket as unknown as Record<symbol, { handle: Native }>)[state as symbol] as { handle: Native };
  socket.close();
  return handle;
}
