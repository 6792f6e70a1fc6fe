// Dependencies of the routes of the back office.

import type { SiteConfiguration } from '@chaba/contract/site';

import type { BackOfficeConfig } from '#core/config';
import type { Context } from '#core/context';
import type { Site } from '#modules/site';
import type { ActionContext } from '#operators/actions';

import type { Origins } from './guard.ts';

export type BackOfficeContext = Context & {
  readonly config: BackOfficeConfig;
  readonly signIn: ActionContext;
  readonly getOrigins: () => Origins;
  /** The configuration that members receive. */
  readonly loadConfiguration: (site: Site) => Promise<SiteConfiguration>;
};
