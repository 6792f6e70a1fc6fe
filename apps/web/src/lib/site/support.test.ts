import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fallbackSite } from './site-fallback.ts';
import { buildChatUrl, FALLBACK_SUPPORT_ID } from './support.ts';

test('links to the chat of the configuration, and to the fallback id without one', () => {
  const fallback = `https://line.me/R/ti/p/${encodeURIComponent(FALLBACK_SUPPORT_ID)}`;
  assert.equal(buildChatUrl('@lanna'), 'https://line.me/R/ti/p/%40lanna');
  assert.equal(buildChatUrl('https://lin.ee/abc'), 'https://lin.ee/abc');
  for (const id of ['', '   ', 'javascript:alert(1)', 'https://evil.example/', fallbackSite.LineId]) {
    assert.equal(buildChatUrl(id), fallback, id);
  }
});
