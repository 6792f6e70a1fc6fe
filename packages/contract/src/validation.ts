// Validates a value against a schema of an endpoint without throwing.

import * as z from 'zod/mini';

type Schema = z.core.$ZodType;

export type Issue = {
  readonly path: readonly PropertyKey[];
  readonly code?: string | undefined;
  readonly message: string;
};
export type ValidationResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly Issue[] };

export function validate(schema: Schema, value: unknown): ValidationResult {
  const result = z.core.safeParse(schema, value);
  return result.success ? { ok: true, value: result.data } : { ok: false, issues: result.error.issues };
}

/** Field names of an object schema; empty for any other schema. */
export function listFields(schema: Schema): readonly string[] {
  const { def } = schema._zod;
  return 'shape' in def && typeof def.shape === 'object' && def.shape !== null ? Object.keys(def.shape) : [];
}
