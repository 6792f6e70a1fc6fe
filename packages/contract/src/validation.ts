// Reads a value by a schema of a call, without throwing: for the door that must answer, whatever came in.

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

/** The names of the fields of an object schema; none for any other. */
export function fieldsOf(schema: Schema): readonly string[] {
  const { def } = schema._zod;
  return 'shape' in def && typeof def.shape === 'object' && def.shape !== null ? Object.keys(def.shape) : [];
}
