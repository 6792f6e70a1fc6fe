// Dependencies of the routes of the back office.

import type { BackOfficeConfig } from '#core/config';
import type { Context } from '#core/context';
import type { ActionContext } from '#operators/back-office';

import type { Origins } from './guard.ts';

export type BackOfficeContext = Context & {
  readonly config: BackOfficeConfig;
  readonly signIn: ActionContext;
  readonly getOrigins: () => Origins;
};
