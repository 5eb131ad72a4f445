import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { root } from './project.mjs';

/** Child processes of the scripts: quiet helpers, and the one program that a script stands for. */

/** Runs a helper and collects what it says. Resolves to its exit code and output; ends it when we are told to end. */
export function runQuietly(program, args, env = process.env) {
  return run(program, args, env, () => {});
}

/** The same for a helper whose output is to be seen as it comes. */
export function runShown(program, args, env = { ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), ...process.env }) {
  return run(program, args, env, (text) => process.stdout.write(text));
}

function run(program, args, env, show) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (text) => {
      show(text);
      output = (output + text).slice(-100_000);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    let toldToEnd;
    const passOn = (signal) => {
      toldToEnd = signal;
      child.kill(signal);
      setTimeout(() => child.kill('SIGKILL'), 5000).unref();
    };
    const listening = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of listening) process.on(signal, passOn);
    const finish = (code) => {
      // Only once the helper has ended: the next start must not meet it at work.
      if (toldToEnd) process.exit(exitCodeOf(toldToEnd));
      for (const signal of listening) process.off(signal, passOn);
      resolve({ code, output });
    };
    child.on('error', (error) => {
      take(`${error.message}\n`);
      finish(1);
    });
    child.on('close', (code, signal) => finish(code ?? exitCodeOf(signal)));
  });
}

/**
 * Runs the program in the foreground, in our terminal: signals pass to it, its exit code becomes ours. It has a
 * channel to us that closes when we are killed, so that it can end as well.
 */
export function become(program, args, env = process.env) {
  const child = spawn(program, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  endWithNpm(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`${program} cannot be run: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? exitCodeOf(signal)));
  return child;
}

/** `kill -9` of npm leaves us running, while the person believes that Talewood has ended: so end. */
function endWithNpm(end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    end();
  }, 500);
  timer.unref();
}

/** Our parent and its parent: npm is one of them, as there may be a shell between. */
function ancestors() {
  const parent = process.ppid;
  try {
    const [, , grandparent] = fs.readFileSync(`/proc/${parent}/stat`, 'utf8').replace(/^.*\)/s, '-').split(' ');
    return `${parent} ${grandparent}`;
  } catch {
    return String(parent);
  }
}

/** As a shell does: 128 and the signal's number. */
function exitCodeOf(signal) {
  return 128 + (os.constants.signals[signal] ?? 0);
}
