// Removes personal data from errors before they are logged.
//
// Always true: only type, code, stack and message of an error are logged, never its details. Long digit sequences
// (phones, accounts), Thai words (names), mail addresses and double-quoted text, where the database and JSON repeat
// values, are removed from the message. Names of tables and constraints stay: the messages that quote them quote no
// values.

const LONG_DIGITS = /\d{6,}/g;
const THAI = /[\u0E00-\u0E7F]+/g;
const MAIL = /[^\s"'<>@]+@[^\s"'<>@]+/g;
const QUOTED = /"(?:[^"\\]|\\.)*"?/g;
const GONE = '…';
/** SQLSTATE classes whose messages quote names only: constraints, syntax, privileges, resources. */
const QUOTES_NAMES = /^(?:0A|23|28|3D|3F|40|42|53|55|57)[0-9A-Z]{3}$/;
const CODES = ['code', 'constraint', 'table'] as const;

export type RedactedError = { type: string; message: string; stack: string; [key: string]: unknown };

function redactText(text: string): string {
  return text.replace(MAIL, GONE).replace(QUOTED, `"${GONE}"`).replace(THAI, GONE).replace(LONG_DIGITS, GONE);
}

/** The loggable fields of an error. */
export function redactError(error: unknown): RedactedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redactText(String(error)), stack: '' };
  const message = redactMessage(error);
  const fields: RedactedError = { type: error.name, message, stack: `${error.name}: ${message}${getFrames(error)}` };
  for (const key of CODES) {
    const value = getField(error, key);
    if (typeof value === 'string') fields[key] = value;
  }
  if (error.cause !== undefined) fields['cause'] = redactError(error.cause);
  return fields;
}

function redactMessage(error: Error): string {
  const code = getField(error, 'code');
  const quotesNames = typeof code === 'string' && QUOTES_NAMES.test(code);
  return quotesNames
    ? error.message.replace(MAIL, GONE).replace(THAI, GONE).replace(LONG_DIGITS, GONE)
    : redactText(error.message);
}

/** The stack without its leading message. */
function getFrames({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.map((frame) => `\n${frame.replace(LONG_DIGITS, GONE)}`).join('');
}

function getField(error: Error, key: string): unknown {
  return (error as unknown as Readonly<Record<string, unknown>>)[key];
}
