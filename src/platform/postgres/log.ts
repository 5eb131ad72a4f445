/** What the supervisor needs of a logger; pino's fits. */
export type PostgresLog = { debug(message: string): void; info(message: string): void; warn(message: string): void };

/** Passes on a line of Postgres' own log, "kind of process|LEVEL:  text": troubles of the server as warnings. */
export function logLine(log: PostgresLog, line: string): void {
  const { kind = '', level = '', text = line } = /^(?<kind>[^|]*)\|(?<level>[A-Z]+): +(?<text>.*)$/.exec(line)?.groups ?? {};
  const isTrouble = level === 'PANIC' || (/^(FATAL|ERROR|WARNING)$/.test(level) && kind !== 'client backend');
  if (isTrouble) log.warn(`Postgres (${kind}): ${text}`);
  else log.debug(`Postgres: ${line}`);
}
