// Whether the member receives promotions (spec §4): the call behind the selector of the deposit and the
// promotions page.

import { changeSetting } from '@chaba/contract/requests';

import { sendForEnvelope } from './api.ts';

/** The server's sentence. */
export async function choosePromotions(isBonus: boolean): Promise<string> {
  return (await sendForEnvelope(changeSetting, { body: { isBonus } })).message;
}
