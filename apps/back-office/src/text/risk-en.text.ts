// Words of risk in English, of the type of the Thai ones.

import type {
  riskActionNamesTh,
  riskEffectsTh,
  riskFactNamesTh,
  riskFactValuesTh,
  riskReasonsTh,
  RiskWords,
} from './risk-th.text.ts';

export const riskActionNamesEn: typeof riskActionNamesTh = {
  'alert.clear': 'Clear',
  'alert.act': 'Acted on',
  'alert.same-person': 'Same person',
  'alert.household': 'Same household',
  'alert.different': 'Different people',
  'risk.set-rule': 'Change risk rule',
  'block.add': 'Block',
  'block.end': 'End block',
};

export const riskEffectsEn: typeof riskEffectsTh = {
  'alert.clear': 'It leaves the queue; nothing changes for the member',
  'alert.act': 'It leaves the queue; recorded that somebody spoke with the member or acted',
  'alert.same-person': 'The verdict is kept for each pair; lock or block on the page of the member',
  'alert.household': 'The verdict is kept; these pairs raise no alert again',
  'alert.different': 'The verdict is kept; these pairs raise no alert again',
  'risk.set-rule': 'In force for new rows within a minute; stricter by one person, looser or off by two',
  'block.add': 'It can neither sign up nor deposit; money that arrives is held for an operator; withdrawing stays open',
  'block.end': 'It can sign up and deposit again at once',
};

export const riskReasonsEn: typeof riskReasonsTh = {
  'alert.clear': ['Checked, fine'],
  'alert.act': ['Spoke with the member', 'The member is locked', 'Limits were recommended'],
  'alert.same-person': ['Name and account are one person', 'Signed up again with a new phone'],
  'alert.household': ['Same home'],
  'alert.different': ['Checked, different people'],
  'block.add': ['Suspected fraud', 'Account of a mule', 'Several accounts'],
  'block.end': ['Checked, fine', 'Blocked by mistake'],
};

const rules: RiskWords['rules'] = {
  'shared-device': 'Members on one device',
  'shared-network': 'Members on one network',
  'shared-name': 'Same account holder name',
  'sign-in-locked': 'Sign-ins locked within a day',
  'deposits-a-day': 'Deposits in one day',
  'net-deposits': 'Net deposits of 30 days',
  losses: 'Losses of 30 days',
  breaks: 'Breaks within 90 days',
  'looser-limits': 'Looser limits requested within 30 days',
};

/** Words of the values of a fact, by its name. */
export const riskFactValuesEn: typeof riskFactValuesTh = { riskRule: rules };

export const riskFactNamesEn: typeof riskFactNamesTh = {
  alert: 'No.',
  riskRule: 'Rule',
  figure: 'Counted',
  threshold: 'Threshold',
  newThreshold: 'New threshold',
  group: 'Group',
  isOn: 'In use',
  newIsOn: 'In use then',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  registered: 'Registered',
  blocked: 'Blocked',
  value: 'Value',
  block: 'No.',
};

export const riskEn: RiskWords = {
  title: 'Risk',
  choose: 'Choose a row to see it',
  show: 'Show',
  anyKind: 'All',
  kinds: { phone: 'Phone', account: 'Bank account', device: 'Device', address: 'Network' },
  rules,
  rulesTitle: 'Rules',
  ruleColumns: { rule: 'Rule', about: 'About', threshold: 'Threshold', state: 'State', by: 'Changed by' },
  about: { fraud: 'fraud', harm: 'harm' },
  units: { members: 'members', times: 'times', baht: 'baht' },
  on: 'on',
  off: 'off',
  usual: 'default',
  threshold: 'Threshold',
  state: 'State',
  ruleHelp:
    'Rules run every minute over new rows. Findings join the queue of risk alerts; nothing is done to a member by itself.',
  columns: { kind: 'Kind', label: 'Value', reason: 'Reason', by: 'By', time: 'Since' },
  empty: 'Nothing is blocked',
  emptyHelp: 'Block from the page of a member, or add a phone, an account or an address here',
  add: 'Add a block',
  kind: 'Kind',
  value: 'Value',
  hints: {
    phone: 'ten digits',
    account: 'bank code, space, account: 004 1234567890',
    device: 'a device is blocked from the page of a member only',
    address: 'a public IP address',
  },
  ofMember: (member) => `of ${member}`,
  rule: 'A blocked value can neither sign up nor deposit. Members read only that they should contact the site; withdrawing stays open.',
};
