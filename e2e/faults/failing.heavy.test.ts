// The output of a failing journey: addresses of its pages, and the end of the log of each process.
//
// This file runs itself a second time with FAILING set, and is then the failing journey.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { ROOT } from '#ops/core/root';

const file = fileURLToPath(import.meta.url);

if (process.env['FAILING'] === undefined) {
  test('prints the page of a failing journey and the last lines of the log of each process', () => {
    // Without the variable of the outer run, because the inner run would report to it in place of printing.
    const { NODE_TEST_CONTEXT: _outer, ...environment } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--test', '--test-reporter=spec', file], {
      cwd: ROOT,
      env: { ...environment, FAILING: '1' },
      encoding: 'utf8',
    });
    const printed = stdout + stderr;
    assert.equal(status, 1, printed);
    const [logFile] = /out\/logs\/\S+-server\.log/.exec(printed) ?? [];
    assert.ok(logFile, printed);
    assert.match(printed, /✖ waits for a missing text: state of its pages/);
    assert.match(printed, /at http:\/\/127\.0\.0\.1:\d+\/login/);
    assert.match(printed, /✖ waits for a missing text: the last \d lines of the server's log/);
    assert.match(printed, /built page cannot be read, the last one is sent/);
    assert.match(printed, /✖ waits for a missing text: the last \d lines of the sandbox's log/);
    assert.doesNotMatch(printed, /✖ opens the login page: the last/, 'a test that passes prints no log');
    for (const kept of new Set(printed.match(/out\/(?:logs|failures)\/\S+\.(?:log|png)/g))) {
      fs.rmSync(path.join(ROOT, kept));
    }
  });
} else {
  const { openMobilePage } = await import('#testing/product/browser');
  const { startProduct } = await import('#e2e/product');
  const product = await startProduct();

  test('opens the login page', async () => {
    const page = await openMobilePage();
    await page.goto(`${product.url}/login`);
  });

  test('waits for a missing text', async () => {
    fs.rmSync(path.join(product.pages, 'index.html'));
    const page = await openMobilePage();
    await page.goto(`${product.url}/login`);
    await page.getByText('ไม่มีคำนี้ในหน้า').waitFor({ timeout: 1_000 });
  });
}
