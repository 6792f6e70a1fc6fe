// Web app manifest: the site's name, colours and icons for the home screen.
//
// Always true: the host selects the site, so two sites of one server install as two apps.
//
// Elsewhere: the icons (packages/art, apps/web/build/pictures.ts), offline pages (apps/web/public/service-worker.js).

import type { FastifyInstance } from 'fastify';

import { getPreset, type Site, type Sites } from '#core/site';

const NIGHT = '#0b0e14';

export function getIcons(site: Site): {
  readonly mark: string;
  readonly touch: string;
  readonly app: readonly AppIcon[];
} {
  const preset = getPreset(site.look.theme);
  const icon = (kind: string, side: number, purpose: AppIcon['purpose']): AppIcon => ({
    src: `/icons/${preset}-${kind}.png`,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  });
  return {
    mark: `/icons/${preset}-mark.svg`,
    touch: `/icons/${preset}-touch-180.png`,
    app: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
  };
}

type AppIcon = {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose: 'any' | 'maskable';
};

export function registerManifest(app: FastifyInstance, sites: Sites): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const site = await sites.byHost(request.headers.host);
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(site === undefined ? {} : buildManifest(site)));
  });
}

function buildManifest(site: Site) {
  return {
    id: '/',
    name: site.name,
    short_name: site.name,
    lang: 'th',
    dir: 'ltr',
    start_url: '/user/home',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    background_color: NIGHT,
    theme_color: NIGHT,
    categories: ['games', 'entertainment'],
    icons: getIcons(site).app,
  };
}
