import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { root } from './project.mjs';

/** Runs a child process and collects its output. Resolves to exit code and output; forwards termination signals. */
export function runQuietly(program, args, env = process.env) {
  return run(program, args, env, () => {});
}

/** Like runQuietly, but also prints the output as it comes. */
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
    let receivedSignal;
    const forward = (signal) => {
      receivedSignal = signal;
      child.kill(signal);
      setTimeout(() => child.kill('SIGKILL'), 5000).unref();
    };
    const listening = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of listening) process.on(signal, forward);
    const finish = (code) => {
      // Exit after the child, so that the next start does not meet it.
      if (receivedSignal) process.exit(exitCodeOf(receivedSignal));
      for (const signal of listening) process.off(signal, forward);
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
 * Runs a program in the foreground: forwards signals and exits with its exit code. The program has an IPC channel, which closes when we are
 * killed, so that it can exit as well.
 */
export function become(program, args, env = process.env) {
  const child = spawn(program, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => child.kill(signal));
  endWithNpm(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`Cannot run ${program}: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? exitCodeOf(signal)));
  return child;
}

/** Exits when npm is killed by SIGKILL, which leaves its children running. */
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

/** Ids of parent and grandparent: npm is one of them, because there may be a shell between. */
function ancestors() {
  const parent = process.ppid;
  try {
    const [, , grandparent] = fs.readFileSync(`/proc/${parent}/stat`, 'utf8').replace(/^.*\)/s, '-').split(' ');
    return `${parent} ${grandparent}`;
  } catch {
    return String(parent);
  }
}

/** The shell's convention: 128 plus the signal number. */
function exitCodeOf(signal) {
  return 128 + (os.constants.signals[signal] ?? 0);
}
