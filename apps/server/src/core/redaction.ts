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

export type ErrorFacts = { type: string; message: string; stack: string; [key: string]: unknown };

function redactText(text: string): string {
  return text.replace(MAIL, GONE).replace(QUOTED, `"${GONE}"`).replace(THAI, GONE).replace(LONG_DIGITS, GONE);
}

/** The loggable fields of an error. */
export function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: redactText(String(error)), stack: '' };
  const message = redactMessage(error);
  const facts: ErrorFacts = { type: error.name, message, stack: `${error.name}: ${message}${framesOf(error)}` };
  for (const key of CODES) {
    const value = valueOf(error, key);
    if (typeof value === 'string') facts[key] = value;
  }
  if (error.cause !== undefined) facts['cause'] = errorFacts(error.cause);
  return facts;
}

function redactMessage(error: Error): string {
  const code = valueOf(error, 'code');
  const quotesNames = typeof code === 'string' && QUOTES_NAMES.test(code);
  return quotesNames
    ? error.message.replace(MAIL, GONE).replace(THAI, GONE).replace(LONG_DIGITS, GONE)
    : redactText(error.message);
}

/** The stack without its leading message. */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.map((frame) => `\n${frame.replace(LONG_DIGITS, GONE)}`).join('');
}

function valueOf(error: Error, key: string): unknown {
  return (error as unknown as Readonly<Record<string, unknown>>)[key];
}
