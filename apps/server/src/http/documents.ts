// API documentation, generated from the contract: /openapi.json for programs, /docs for people, and
// /seamless/openapi.json for game providers.

import { type Endpoint, listErrorCodes } from '@chaba/contract/endpoint';
import { endpoints, type NamedEndpoint } from '@chaba/contract/endpoints';
import { openApiDocument, walletDocument } from '@chaba/contract/openapi';
import type { FastifyInstance } from 'fastify';

import { createTextSender } from './compression.ts';
import { escapeHtml } from './pages.ts';

const FIVE_MINUTES = 'public, max-age=300';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 62rem; }
h2 { margin-top: 3rem; text-transform: capitalize; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
article { margin: 1.5rem 0; }
h3 { font: 600 1rem/1.5 ui-monospace, monospace; margin: 0; overflow-wrap: anywhere; }
b { display: inline-block; min-width: 3.5rem; }
p { margin: .25rem 0; }
code { font-family: ui-monospace, monospace; font-size: .875rem; }
pre { overflow: auto; padding: .75rem 1rem; border-radius: .5rem; background: color-mix(in srgb, currentColor 7%, transparent); font-size: .8125rem; }
summary { cursor: pointer; }
`;

export function registerDocuments(app: FastifyInstance): void {
  const document = openApiDocument();
  const json = JSON.stringify(document);
  const page = buildPage(document);
  const wallet = JSON.stringify(walletDocument());
  const sendText = createTextSender();
  for (const [path, type, text] of [
    ['/openapi.json', 'application/json', json],
    ['/seamless/openapi.json', 'application/json', wallet],
    ['/docs', 'text/html', page],
    ['/docs/style.css', 'text/css', STYLE],
  ] as const) {
    app.get(path, (request, reply) =>
      sendText(text, request, reply.header('cache-control', FIVE_MINUTES).type(`${type}; charset=utf-8`)),
    );
  }
}

type Json = ReturnType<typeof openApiDocument>;

function buildPage(document: Json): string {
  const modules = [...new Set(endpoints.map(({ module }) => module))];
  const sections = modules.map((module) => {
    const articles = endpoints.filter((named) => named.module === module).map((named) => buildArticle(named, document));
    return `<h2 id="${module}">${module}</h2>${articles.join('')}`;
  });
  const contents = modules.map((module) => `<a href="#${module}">${module}</a>`).join(' · ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chaba API</title><link rel="stylesheet" href="/docs/style.css"></head><body>
<h1>Chaba API</h1>
<p>Every request has an <code>api-key</code> header that identifies the site; member endpoints take the session in <code>api-auth</code>. Responses are
<code>{ success, data?, message?, code?, requestId }</code>. Machine-readable: <a href="/openapi.json">/openapi.json</a>.</p>
<p>${contents}</p>${sections.join('')}</body></html>`;
}

function buildArticle({ endpoint, name }: NamedEndpoint, document: Json): string {
  const operation = getOperation(document, endpoint);
  const schemas = [
    ['Body', operation?.['requestBody']],
    ['Response', operation?.['responses']],
  ].flatMap(([title, schema]) =>
    schema === undefined
      ? []
      : [
          `<details><summary>${String(title)}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`,
        ],
  );
  return `<article id="${name}"><h3><b>${endpoint.method}</b> ${escapeHtml(endpoint.path)}</h3>
<p>${escapeHtml(endpoint.summary)}${endpoint.isExtension === true ? ' <em>(extension)</em>' : ''}</p>
<p>Authentication: <code>${endpoint.auth}</code>. Error codes: ${listErrorCodes(endpoint)
    .map((code) => `<code>${code}</code>`)
    .join(' ')}</p>${schemas.join('')}</article>`;
}

function getOperation(document: Json, endpoint: Endpoint): Record<string, unknown> | undefined {
  const paths = document['paths'] as Record<string, Record<string, Record<string, unknown>>> | undefined;
  return paths?.[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()];
}
