// Codes of what the back office rejects, each with its HTTP status.
//
// Always true: nothing changed when a code is sent. 401 means no session; the page covers itself and keeps its text.
//
// Elsewhere: the sentences (error-messages.text.ts).

export const backOfficeErrors = {
  INVALID_REQUEST: 400,
  FIELD_UNKNOWN: 400,
  /** A value of a filter, an order, a cursor or a parameter of a report that does not exist. */
  PARAMETER_INVALID: 400,
  FIELD_INVALID: 422,
  NOT_FOUND: 404,
  HEADER_MISSING: 403,
  ORIGIN_FORBIDDEN: 403,
  ADDRESS_FORBIDDEN: 403,
  BODY_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  SERVER_BUSY: 503,
  INTERNAL: 500,
  SIGN_IN_REQUIRED: 401,
  SIGN_IN_FAILED: 422,
  FACTOR_WRONG: 422,
  CODE_INVALID: 422,
  PASSWORD_WEAK: 422,
  PERMISSION_MISSING: 403,
  STEP_UP_REQUIRED: 403,
  REASON_LENGTH: 422,
  SUBJECT_CHANGED: 409,
  ALREADY_DECIDED: 409,
  NOT_WAITING: 409,
  BLOCKED: 409,
  SUBMITTED: 409,
  SUBMITTED_LATE: 409,
  SECOND_PERSON_REQUIRED: 409,
  REQUEST_EXISTS: 409,
  REQUEST_EXPIRED: 409,
  REQUESTER_GONE: 409,
  OWN_REQUEST: 403,
  OPERATOR_EXISTS: 409,
  OPERATOR_UNKNOWN: 404,
  ROLE_UNCHANGED: 409,
  LOCKS_OUT_DECIDER: 409,
  LIMIT_EXCEEDED: 409,
} as const;

export type BackOfficeErrorCode = keyof typeof backOfficeErrors;

/** Texts that a sentence or a dialog shows beside a code. */
export type BackOfficeErrorParams = {
  readonly field?: string;
  readonly reasons?: readonly string[];
  readonly by?: string;
  readonly permission?: string;
  /** Of LIMIT_EXCEEDED, in baht. */
  readonly limit?: string;
  readonly day?: string;
  /** The facts as they are now, of SUBJECT_CHANGED. */
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly factsHash?: string;
};

export function isBackOfficeErrorCode(text: string): text is BackOfficeErrorCode {
  return Object.hasOwn(backOfficeErrors, text);
}
