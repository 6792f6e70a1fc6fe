// The table of audited actions: every action of the contract has an entry.
//
// Elsewhere: performing one (actions.ts), the routes (back-office/), the commands of the command line (operators.ts).

import { accountActions } from './account-actions.ts';
import { adjustmentActions } from './adjustment-actions.ts';
import type { Definitions } from './actions.ts';
import { caseActions } from './case-actions.ts';
import { announcementActions } from './announcement-actions.ts';
import { caseworkActions } from './casework-actions.ts';
import { dayActions } from './day-actions.ts';
import { codeActions } from './code-actions.ts';
import { depositActions } from './deposit-actions.ts';
import { memberActions } from './member-actions.ts';
import { offerActions } from './offer-actions.ts';
import { peopleActions } from './people-actions.ts';
import { providerActions } from './provider-actions.ts';
import { blockImportActions } from './block-import.ts';
import { recoveryActions } from './recovery-actions.ts';
import { riskActions } from './risk-actions.ts';
import { roundActions } from './round-actions.ts';
import { shiftActions } from './shift-actions.ts';
import { siteActions } from './site-actions.ts';
import { queueActions } from './queue-actions.ts';
import { exportActions } from './export-actions.ts';
import { wheelActions } from './wheel-actions.ts';
import { withdrawalActions } from './withdrawal-actions.ts';

export const definitions: Definitions = {
  ...withdrawalActions,
  ...queueActions,
  ...peopleActions,
  ...depositActions,
  ...accountActions,
  ...adjustmentActions,
  ...caseworkActions,
  ...caseActions,
  ...riskActions,
  ...blockImportActions,
  ...recoveryActions,
  ...codeActions,
  ...memberActions,
  ...offerActions,
  ...providerActions,
  ...roundActions,
  ...siteActions,
  ...wheelActions,
  ...exportActions,
  ...dayActions,
  ...shiftActions,
  ...announcementActions,
};
