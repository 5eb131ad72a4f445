/** Counts passed checks and prints failed ones. */
export type Checks = {
  check(what: string, holds: boolean): void;
  passed: number;
  made: number;
};

export function openChecks(say: (line: string) => void): Checks {
  return {
    passed: 0,
    made: 0,
    check(what, holds) {
      this.made += 1;
      if (holds) this.passed += 1;
      else say(`FAILED: ${what}`);
    },
  };
}
