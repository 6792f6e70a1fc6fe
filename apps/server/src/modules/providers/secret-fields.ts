// The values of secret fields in bodies of requests, found by the names of the fields and hidden; all else stays.
//
// Always true: a body is searched as text, so one that is cut or no JSON is covered as well: JSON, texts of JSON within
// it, pairs of a name and a value, forms, addresses, cookies, lines of headers, XML. In doubt more is hidden.
//
// Elsewhere: the requests that are kept (refused-calls.ts).

const HIDDEN = '[hidden]';

/** Names that are secret wherever they are part of a name. */
const SECRET_PART =
  /token|secret|pass(?:w|phrase|code)|pwd|signature|sess(?:ion|id)|auth|jwt|bearer|cookie|credential|(?:api|access|private)[_-]?key/i;
/** Names that are secret as a word of their own: a ticketId, a spin or a side is none. */
const SECRET_WORD =
  /(?:^|[^a-z\d])(?:(?:sid|ott|otp|otc|sig|sign)(?![a-z\d])|(?:pin|ticket)(?:[^a-z\d]?(?:code|hash))?$)/i;

function isSecret(name: string): boolean {
  return SECRET_PART.test(name) || SECRET_WORD.test(name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2'));
}

/** The text of a body without the values of secret fields. All other characters stay. */
export function withoutTokens(text: string): string {
  return [hideFields, hideForms, hideHeaders, hideElements].reduce((shown, hide) => hide(shown), text);
}

// ── JSON ──

/** A quotation mark with its backslashes; a letter by its number is one within a text. */
const MARK = String.raw`(?<!\\)(?:\\*["']|\\+u002[27])`;
/** The key of a field and its colon, in JSON and in text that is like it. */
const KEY = new RegExp(String.raw`(${MARK})([^"'\r\n]{1,128}?)\1\s*:\s*`, 'g');
const NEXT_KEY = new RegExp(String.raw`\s*,\s*(${MARK})([^"'\r\n]{1,128}?)\1\s*:\s*`, 'y');
const ANY_MARK = new RegExp(MARK, 'g');
const MARK_HERE = new RegExp(MARK, 'y');
const PLAIN_VALUE = /[^,}\]\r\n]*[^\s,}\]]/y;
const PLAIN_VALUE_WITHIN_TEXT = /[^,}\]\r\n"\\]*/y;
const NAMING_KEY = /^(?:name|key|field|param|parameter|header|property)$/i;
const VALUE_KEY = /^(?:value|values|val|content|data|text)$/i;
/** Fields between the name and the value of a pair. */
const SIBLINGS_MAX = 8;
/** Characters of an object or list in a pair that is searched for its end. */
const PAIR_LENGTH_MAX = 1_024;

type Field = { readonly mark: string; readonly name: string; readonly from: number };

const toField = ([found, mark = '', key = '']: RegExpExecArray, at: number): Field => ({
  mark,
  // A mark by its number may begin before the key.
  name: unescape(key).split(/["']/).at(-1) ?? '',
  from: at + found.length,
});

function hideFields(text: string): string {
  let [shown, shownTo] = ['', 0];
  const hide = ({ mark, from }: Field): void => {
    if (from < shownTo) return;
    const hiddenMark = mark.length === 1 ? '"' : mark;
    shown += `${text.slice(shownTo, from)}${hiddenMark}${HIDDEN}${hiddenMark}`;
    shownTo = findValueEnd(text, from, toDepth(mark));
  };
  for (const found of text.matchAll(KEY)) {
    const field = toField(found, found.index);
    if (field.from <= shownTo) continue;
    if (isSecret(field.name) || isValueOfSecret(text, field)) hide(field);
    else if (isNameOfSecret(text, field)) {
      for (const next of listNext(text, field)) if (VALUE_KEY.test(next.name) || isSecret(next.name)) hide(next);
    }
  }
  return shown + text.slice(shownTo);
}

/** True for a value that is before its name. */
const isValueOfSecret = (text: string, field: Field): boolean =>
  VALUE_KEY.test(field.name) && listNext(text, field).some((next) => isNameOfSecret(text, next));

/** True for a field such as `"name":"token"`. */
function isNameOfSecret(text: string, { mark, name, from }: Field): boolean {
  if (!NAMING_KEY.test(name)) return false;
  const value = text.slice(from, Math.min(findValueEnd(text, from, toDepth(mark), from + 128), from + 128));
  return isSecret(unescape(value).replaceAll(/["'\\]/g, ''));
}

/** The fields of the same object after this one. */
function listNext(text: string, field: Field): Field[] {
  const fields: Field[] = [];
  let last = field;
  while (fields.length < SIBLINGS_MAX) {
    NEXT_KEY.lastIndex = findValueEnd(text, last.from, toDepth(last.mark), last.from + PAIR_LENGTH_MAX);
    const at = NEXT_KEY.lastIndex;
    const found = NEXT_KEY.exec(text);
    if (!found) break;
    last = toField(found, at);
    fields.push(last);
  }
  return fields;
}

/** In how many texts a mark is: 0 in the body itself, 1 in a text of it, and so on. */
function toDepth(mark: string): number {
  // Each text doubles the backslashes and adds one.
  let [backslashes, depth] = [mark.lastIndexOf('\\') + 1, 0];
  for (; backslashes % 2 === 1; depth += 1) backslashes = (backslashes - 1) / 2;
  return depth;
}

/** The end of the value that begins here: of a text, of an object or list with all that is in it, or of a literal. */
function findValueEnd(text: string, from: number, depth: number, to = text.length): number {
  let level = 0;
  const end = Math.min(to, text.length);
  for (let at = from; at < end; at += 1) {
    const sign = text[at] ?? '';
    const mark = '"\'\\'.includes(sign) ? matchAt(MARK_HERE, text, at) : '';
    if (mark !== '' && (toSign(mark) === '"' || level === 0)) {
      if (toDepth(mark) < depth) return at;
      at = findTextEnd(text, at + mark.length, mark) - 1;
    } else if (sign === '{' || sign === '[') level += 1;
    else if (sign === '}' || sign === ']') level -= 1;
    else if (level === 0) return at + matchAt(depth === 0 ? PLAIN_VALUE : PLAIN_VALUE_WITHIN_TEXT, text, at).length;
    if (level <= 0) return level < 0 ? at : at + 1;
  }
  return end;
}

/** The end of a text: after its mark, or before the mark of the text that it is in; else the end of all. */
function findTextEnd(text: string, from: number, opening: string): number {
  const [sign, depth] = [toSign(opening), toDepth(opening)];
  ANY_MARK.lastIndex = from;
  for (let found = ANY_MARK.exec(text); found; found = ANY_MARK.exec(text)) {
    const [mark] = found;
    const closes = toDepth(mark);
    if (toSign(mark) !== sign || closes > depth) continue;
    return closes === depth ? ANY_MARK.lastIndex : found.index;
  }
  return text.length;
}

const toSign = (mark: string): string => (/["2]$/.test(mark) ? '"' : "'");

/** The match at this place; empty: none. */
function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** A key of JSON with its escaped letters, such as `to\\u006ben`. */
const unescape = (key: string): string =>
  key.replaceAll(/\\+u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

// ── forms, addresses, headers, XML ──

const FORM_FIELD = /([\w.[\]-]{1,100})(=|\\+u003d)((?:"[^"]*"|'[^']*')|(?:(?!(?<!\\)\\+(?:u0026|["']))[^&\s"'<>])+)/gi;
const USER_OF_ADDRESS = /(:\/\/[^\s/@:"'\\]{0,64}:)[^\s/@"'\\]{1,200}@/g;
const PERCENT = /%(?:22|3d|3a)/i;

/** Fields of forms, parameters of addresses, cookies and attributes, also those of an encoded value. */
function hideForms(text: string): string {
  return text
    .replaceAll(USER_OF_ADDRESS, `$1${HIDDEN}@`)
    .replaceAll(FORM_FIELD, (field, name: string, equals: string, value: string) => {
      const mark = /^["']/.exec(value)?.[0] ?? '';
      if (isSecret(name)) return `${name}${equals}${mark}${HIDDEN}${mark}`;
      if (!PERCENT.test(value)) return field;
      const decoded = decode(value);
      const shown = withoutTokens(decoded);
      return shown === decoded ? field : `${name}${equals}${encodeURIComponent(shown)}`;
    });
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // An encoding that is cut: its whole characters are searched.
    return value.replaceAll(/%[2-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  }
}

/** A line of a header: alone, in a text, or within a text of JSON where its end is `\r\n` in letters. */
const HEADER = /(^|["']|\\[rn])([ \t]*([\w.-]{1,64})[ \t]*:[ \t]*)((?:[^"'\\\r\n]|\\+["'])*[^"'\\\s,]|[^\r\n"'\\]+)/gim;
const WHOLE_LINE = /^([ \t]*([\w.-]{1,64})[ \t]*:[ \t]*)(\S[^\r\n]*)/gm;
/** A name without marks amid a line, and one word as its value. */
const NAMED = /([{,;\s])([\w.-]{1,64})(\s*:\s*)((?:(?:Bearer|Basic|Digest) )?[^\s,;{}"'<>[\]\\]+|"[^"]*"?|'[^']*'?)/gi;

function hideHeaders(text: string): string {
  return text
    .replaceAll(WHOLE_LINE, (line, start: string, name: string) => (isSecret(name) ? `${start}${HIDDEN}` : line))
    .replaceAll(HEADER, (line, before: string, start: string, name: string) =>
      isSecret(name) ? `${before}${start}${HIDDEN}` : line,
    )
    .replaceAll(NAMED, (field, before: string, name: string, colon: string) =>
      isSecret(name) ? `${before}${name}${colon}${HIDDEN}` : field,
    );
}

const CONTENT = String.raw`(?:<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|[^<])+`;
const ELEMENT = new RegExp(String.raw`<([\w:.-]{1,128})((?:\s[^<>]{0,1000})?>)(${CONTENT})`, 'g');
const NAMING_TAG = new RegExp(
  String.raw`(<[^<>]{0,200}\s(?:name|key|field|id)=["']([^"'<>]{1,128})["'][^<>]{0,1000}>)(${CONTENT})?`,
  'gi',
);
const VALUE_ATTRIBUTE = /(\svalue=)(?:"[^"]*"|'[^']*')/gi;

/** Elements of XML by their tag, and by an attribute that names the field. */
function hideElements(text: string): string {
  return text
    .replaceAll(ELEMENT, (element, tag: string, rest: string) => (isSecret(tag) ? `<${tag}${rest}${HIDDEN}` : element))
    .replaceAll(NAMING_TAG, (element, tag: string, name: string, content?: string) => {
      if (!isSecret(name)) return element;
      return tag.replaceAll(VALUE_ATTRIBUTE, `$1"${HIDDEN}"`) + (content === undefined ? '' : HIDDEN);
    });
}
