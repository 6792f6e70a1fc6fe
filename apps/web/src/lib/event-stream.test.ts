import assert from 'node:assert/strict';
import { test } from 'node:test';

import { eventParser, type StreamEvent } from './event-stream.ts';

const stream =
  ': hello\n\nid: 7\nevent: wallet\ndata: {"balance":1}\n\nevent: deposit\r\ndata: a\r\ndata: b\r\n\r\ndata\r\rid: 9\n\n';
const expected: readonly StreamEvent[] = [
  { event: 'wallet', data: '{"balance":1}', id: '7' },
  { event: 'deposit', data: 'a\nb', id: '7' },
  { event: 'message', data: '', id: '7' },
];

test('events are read the same however the network cuts the stream', () => {
  for (let size = 1; size <= stream.length; size++) {
    const heard: StreamEvent[] = [];
    const parse = eventParser((event) => heard.push(event));
    for (let at = 0; at < stream.length; at += size) parse(stream.slice(at, at + size));
    assert.deepEqual(heard, expected, `cut every ${size} characters`);
  }
});

test('half an event is not an event yet', () => {
  const heard: StreamEvent[] = [];
  const parse = eventParser((event) => heard.push(event));
  parse('event: wallet\ndata: {"bal');
  assert.equal(heard.length, 0);
  parse('ance":2}\n\n');
  assert.deepEqual(heard, [{ event: 'wallet', data: '{"balance":2}', id: '' }]);
});
