// Reads server-sent events from the body of a fetch (EventSource cannot send the api-auth header).
// Follows the format's rules: lines end with LF, CR LF or CR, `data` lines join with a line break,
// a line that starts with a colon is a comment, an id stays until the next one.

export type StreamEvent = { readonly event: string; readonly data: string; readonly id: string };

/** Feeds text in as it arrives, gives every finished event out. */
export function eventParser(onEvent: (event: StreamEvent) => void): (chunk: string) => void {
  let rest = '';
  let event = '';
  let id = '';
  let data: string[] = [];

  function finishEvent(): void {
    if (data.length > 0) onEvent({ event: event || 'message', data: data.join('\n'), id });
    event = '';
    data = [];
  }

  function readLine(line: string): void {
    if (line === '') return finishEvent();
    if (line.startsWith(':')) return;
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
    if (field === 'id' && !value.includes('\0')) id = value;
  }

  return (chunk) => {
    rest += chunk;
    // A CR at the very end may be the first half of a CR LF that has not arrived yet.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  };
}
