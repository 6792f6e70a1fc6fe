// Live streams as a page reads them, over the network, for tests.

import { liveStream } from '@chaba/contract/live';

import type { TestMember } from './factories.ts';

export type StreamEvent = {
  readonly event: string;
  readonly data: { balance?: number; reason?: string };
  readonly id: string | undefined;
};

/** Opens a stream and returns its events one by one. */
export async function openStream(address: string, member: TestMember, lastEventId?: string) {
  const stop = new AbortController();
  const response = await fetch(address + liveStream.path, {
    signal: stop.signal,
    headers: {
      'api-key': member.apiKey,
      'api-auth': member.token,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  async function* events(): AsyncGenerator<StreamEvent> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const fields = Object.fromEntries(
          part.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        );
        if (fields['event'] === undefined) continue;
        yield {
          event: fields['event'],
          data: JSON.parse(fields['data'] ?? '{}') as StreamEvent['data'],
          id: fields['id'],
        };
      }
    }
  }
  const iterator = events();
  return {
    response,
    close: () => stop.abort(),
    async next(): Promise<StreamEvent | undefined> {
      const result = await iterator.next();
      return result.done === true ? undefined : result.value;
    },
  };
}
