// The QR widget as markup, for tests that read its codes with a reader.
//
// Elsewhere: the widget (ui/qr-code.tsx), the row of its levels (e2e/conformance/conformance.ts).

import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';

import { createElement, type ComponentType } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { createServer } from 'vite';

type Code = { readonly value: string; readonly name: string; readonly level?: 'L' | 'M' | 'Q' | 'H' };

/** Renders the widget with each of these properties; returns HTML. */
export async function renderQrCodes(each: readonly Code[]): Promise<string> {
  const vite = await createServer({
    configFile: false,
    root: path.join(import.meta.dirname, '../..'),
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { QrCode } = (await vite.ssrLoadModule('/src/ui/qr-code.tsx')) as { QrCode: ComponentType<Code> };
    const { prelude } = await prerenderToNodeStream(
      each.map((props) => createElement(QrCode, { key: props.level, ...props })),
    );
    return await textOf(prelude);
  } finally {
    await vite.close();
  }
}
