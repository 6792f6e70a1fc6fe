// Reads a value by a schema of a call, without throwing: for the door that must answer, whatever came in.

import * as z from 'zod/mini';

type Schema = z.core.$ZodType;

export type Issue = {
  readonly path: readonly PropertyKey[];
  readonly code?: string | undefined;
  readonly message: string;
};
export type Reading =
  | { readonly isGood: true; readonly value: unknown }
  | { readonly isGood: false; readonly issues: readonly Issue[] };

export function read(schema: Schema, value: unknown): Reading {
  const result = z.core.safeParse(schema, value);
  return result.success ? { isGood: true, value: result.data } : { isGood: false, issues: result.error.issues };
}

/** The names of the fields of an object schema; none for any other. */
export function fieldsOf(schema: Schema): readonly string[] {
  const { def } = schema._zod;
  return 'shape' in def && typeof def.shape === 'object' && def.shape !== null ? Object.keys(def.shape) : [];
}
