/** Counts passed checks and prints failed ones. */
export type Checks = {
  that(what: string, holds: boolean): void;
  passed: number;
  made: number;
};

export function openChecks(say: (line: string) => void): Checks {
  return {
    passed: 0,
    made: 0,
    that(what, holds) {
      this.made += 1;
      if (holds) this.passed += 1;
      else say(`DOES NOT HOLD: ${what}`);
    },
  };
}
