// HTML as a tagged template: inserted values are escaped unless they are Html.

export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Part = Html | string | number | false | undefined | readonly Html[];

export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let page = texts[0] ?? '';
  for (const [index, part] of parts.entries()) page += written(part) + (texts[index + 1] ?? '');
  return new Html(page);
}

function written(part: Part): string {
  if (part === false || part === undefined) return '';
  if (part instanceof Html) return part.toString();
  if (typeof part === 'object') return part.map(String).join('');
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
