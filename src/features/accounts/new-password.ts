import type { z } from 'zod';
import { AppError } from '#src/platform/errors.ts';
import { invalid, problemsByField } from '#src/platform/http/read-body.ts';
import { weakPasswordReasons } from './password-rules.ts';

/**
 * Reads a body with a new password in it. What is wrong with the fields and with the password is told together. Throws 422
 * `invalid`, or 422 `weak_password` with the reasons by the field `password` when nothing else is wrong.
 */
export function readWithNewPassword<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  const { name, email, password } = textsOf(body);
  const problems = parsed.success ? {} : problemsByField(parsed.error);
  const reasons = password === '' || problems.password !== undefined ? [] : weakPasswordReasons(password, { name, email });
  if (parsed.success && reasons.length === 0) return parsed.data;
  if (parsed.success) throw weakPassword(reasons);
  throw invalid(reasons.length === 0 ? problems : { ...problems, password: reasons });
}

/** 422 for a password that was judged by `weakPasswordReasons`. */
export function weakPassword(reasons: string[]): AppError {
  return new AppError(422, 'weak_password', 'Please choose a stronger password', { fields: { password: reasons } });
}

function textsOf(body: unknown): { name: string; email: string; password: string } {
  const { name, email, password } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return { name: textOf(name), email: textOf(email), password: textOf(password) };
}
