import { parseConfig } from '#src/platform/config.ts';

/** Returns the lines that invalid settings end the start with; none for valid ones. */
export function problemsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}
