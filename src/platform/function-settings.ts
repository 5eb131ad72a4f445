/** Settings of functions, the operator's modules. */
import path from 'node:path';
import { z } from 'zod';
import { parseEmailAddress } from './mail/address.ts';

export const functionSettings = {
  /** Folder of the modules. Default: `functions` in DATA_DIR. */
  FUNCTIONS_DIR: z
    .string()
    .transform((folder) => path.resolve(folder))
    .optional(),
  /** Email address of the account that functions with scopes act as. Without one, they can only read the public API. */
  FUNCTIONS_ACCOUNT: z
    .string()
    .refine((text) => parseEmailAddress(text) !== undefined, 'must be an email address, for example robot@tales.example')
    .optional(),
  /** `on` lets functions connect to private networks. */
  FUNCTIONS_ALLOW_PRIVATE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  /** Requests that run functions at the same time, in each process of the site. */
  FUNCTIONS_CONCURRENCY: z
    .string()
    .regex(/^([1-9]|[1-4]\d|50)$/, 'must be a whole number from 1 to 50')
    .transform(Number)
    .default(3),
};

const Settings = z.object(functionSettings);
type Env = { DATA_DIR: string } & z.output<typeof Settings>;

export type FunctionSettings = { folder: string; account: string | undefined; allowPrivate: boolean; concurrency: number };

export function readFunctionSettings({ DATA_DIR, FUNCTIONS_DIR, ...env }: Env): FunctionSettings {
  return {
    folder: FUNCTIONS_DIR ?? path.join(DATA_DIR, 'functions'),
    account: env.FUNCTIONS_ACCOUNT?.toLowerCase(),
    allowPrivate: env.FUNCTIONS_ALLOW_PRIVATE === 'on',
    concurrency: env.FUNCTIONS_CONCURRENCY,
  };
}

/** Settings of this site with secrets, and variables that change how a process starts. */
const RESERVED = /^(SECRET|DATABASE_((DIRECT|REPLICA)_)?URL|SMTP_URL|(ADMIN|S3|OIDC|DKIM|NODE|LD|UV|MALLOC|NPM)_.*|PG[A-Z]+|_)$/i;

/** Returns those of the variables that are set, without reserved ones. `variables`: default those of this process. */
export function readVariables(
  names: readonly string[],
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const allowed = names.filter((name) => !isReservedVariable(name));
  return Object.fromEntries(allowed.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]])));
}

/** Whether functions may not read an environment variable. */
export function isReservedVariable(name: string): boolean {
  return RESERVED.test(name);
}
