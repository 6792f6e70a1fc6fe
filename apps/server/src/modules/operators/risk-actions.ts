// Actions of risk: block lists, decisions of alerts, verdicts on linked members, thresholds of rules.
//
// Always true: facts and entries hold masked values only. A stricter threshold needs one person, a looser one and a
// rule that is switched off need two.
//
// Elsewhere: files of blocks (block-import.ts), what a block does (modules/blocks), the rules and their alerts
// (modules/risk).

import { isIP } from 'node:net';

import { cleanAccountNumber, isAccountNumber, isListedBank } from '@chaba/contract/banks';
import { type BlockKind, blockKinds } from '@chaba/contract/back-office/blocks';
import { type LinkVerdict, type RiskRuleName, riskRuleNames, riskRules } from '@chaba/contract/back-office/risk';
import { cleanPhone, isPhone } from '@chaba/contract/phones';
import type { Transaction } from '@chaba/database';

import { isPublic } from '#core/addresses';
import type { HashKey } from '#core/keyed-hash';
import { formatReference, parseReference } from '#core/references';
import { holdSamePerson } from '#modules/affiliates';
import * as blocks from '#modules/blocks';
import { type Member } from '#modules/members';
import { listVerdicts } from '#modules/member-links';
import { saveVerdict } from '#modules/member-links';
import {
  type AlertDecision,
  decideAlert,
  findRiskAlert,
  fromThreshold,
  listRiskRules,
  setRiskRule,
  toThreshold,
} from '#modules/risk';

import { type ActionInput, defineAction } from './actions.ts';
import { maskPhone } from './casework-actions.ts';
import { failOperator } from './operator-error.ts';
import {
  parseId,
  parseMemberRef,
  parseOptionalMemberRef,
  parseWord,
  requireMember,
  subjectOfMember,
} from './subjects.ts';
import { formatDestination, maskName } from './withdrawal-actions.ts';

// ── block lists ──────────────────────────────────────────────────────────────────────────────────────────────────────

export type BlockDraft = {
  readonly kind: BlockKind;
  /** The value of a member; undefined: it is typed. */
  readonly memberId: bigint | undefined;
  readonly typed: string;
};

export function parseBlock({ kind, value = '', member }: ActionInput): BlockDraft {
  const memberId = parseOptionalMemberRef(member);
  const typed = value.trim();
  if ((memberId === undefined) === (typed === '')) failOperator('FIELD_INVALID', { field: 'value' });
  const parsed = { kind: parseWord('kind', kind, blockKinds), memberId, typed };
  if (typed !== '') toTyped(parsed);
  return parsed;
}

/** A typed value with its masked form. Devices have no form that a person could type. */
export function toTyped({ kind, typed }: BlockDraft): { readonly caller: blocks.CallerValues; readonly label: string } {
  const fail = (): never => failOperator('FIELD_INVALID', { field: 'value' });
  if (kind === 'phone') {
    const phone = cleanPhone(typed);
    return isPhone(phone) ? { caller: { phone }, label: maskPhone(phone) } : fail();
  }
  if (kind === 'account') {
    const [, bankCode = '', digits = ''] = /^(\d{3})\s+([\d\s-]+)$/.exec(typed) ?? [];
    const bankAccount = cleanAccountNumber(digits);
    if (!isListedBank(bankCode) || !isAccountNumber(bankAccount)) return fail();
    return {
      caller: { bank: { bankCode, bankAccount } },
      label: formatDestination({ bankCode, account: bankAccount }),
    };
  }
  if (kind === 'address' && isIP(typed) !== 0 && isPublic(typed)) return { caller: { address: typed }, label: typed };
  return fail();
}

function toMemberLabel(kind: BlockKind, member: Member): string {
  if (kind === 'phone') return maskPhone(member.phone);
  if (kind === 'account') return formatDestination({ bankCode: member.bankCode, account: member.bankAccount });
  return formatReference('member', member.id);
}

async function listValues(
  tx: Transaction,
  key: HashKey,
  of: { readonly siteId: number; readonly block: BlockDraft; readonly member: Member | undefined },
): Promise<readonly blocks.BlockValue[]> {
  const { siteId, block, member } = of;
  if (member === undefined) return blocks.toBlockValues(key, siteId, toTyped(block).caller);
  if (block.kind === 'device' || block.kind === 'address') {
    return blocks.listSignalValues(tx, siteId, { memberId: member.id, kind: block.kind });
  }
  const { phone, bankCode, bankAccount } = member;
  return blocks.toBlockValues(key, siteId, block.kind === 'phone' ? { phone } : { bank: { bankCode, bankAccount } });
}

const addBlock = defineAction<BlockDraft>({
  parse: parseBlock,
  async load(tx, siteId, block) {
    const { kind, memberId } = block;
    if (memberId === undefined) {
      const { label } = toTyped(block);
      return { subject: `block ${kind} ${label}`, facts: { kind, blocked: label } };
    }
    const member = await requireMember(tx, siteId, memberId);
    return {
      subject: subjectOfMember(memberId),
      member: memberId,
      facts: {
        kind,
        reference: formatReference('member', memberId),
        member: maskName(member),
        blocked: toMemberLabel(kind, member),
      },
    };
  },
  async run(tx, by, block) {
    const { siteId } = by;
    const member = block.memberId === undefined ? undefined : await requireMember(tx, siteId, block.memberId);
    const values = await listValues(tx, by.config, { siteId, block, member });
    const label = member === undefined ? toTyped(block).label : toMemberLabel(block.kind, member);
    const entry = { values, label, memberId: block.memberId, reason: by.reason, by: by.name };
    const added = await blocks.addBlocks(tx, siteId, entry);
    return added === 0 ? { rejection: 'NOT_WAITING' } : { outcome: 'blocked', after: { added: String(added) } };
  },
});

const endBlock = defineAction<bigint>({
  parse: ({ block }) => parseId('block', block),
  async load(tx, siteId, blockId) {
    const { kind, label, reason } = (await blocks.findBlock(tx, siteId, blockId)) ?? failOperator('NOT_FOUND');
    return { subject: `block ${kind} ${label}`, facts: { kind, blocked: label, why: reason } };
  },
  async run(tx, by, blockId) {
    const isEnded = await blocks.endBlock(tx, by.siteId, { blockId, by: by.name });
    return isEnded ? { outcome: 'unblocked' } : { rejection: 'NOT_WAITING' };
  },
});

// ── alerts ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function defineDecision(to: AlertDecision['to']) {
  return defineAction<bigint>({
    parse: ({ alert }) => parseId('alert', alert),
    async load(tx, siteId, alertId) {
      const alert = (await findRiskAlert(tx, siteId, alertId)) ?? failOperator('NOT_WAITING');
      const { rule, memberId, figure, threshold, others } = alert;
      if (isVerdict(to) && others.length === 0) failOperator('FIELD_INVALID', { field: 'alert' });
      const member = await requireMember(tx, siteId, memberId);
      return {
        subject: subjectOfMember(memberId),
        member: memberId,
        facts: {
          riskRule: rule,
          member: maskName(member),
          figure: fromThreshold(rule, figure),
          threshold: fromThreshold(rule, threshold),
          group: others.map((each) => formatReference('member', each)),
        },
      };
    },
    async run(tx, by, alertId) {
      const pairs = await decideAlert(tx, by.siteId, { alertId, to, reason: by.reason, by: by.name });
      if (pairs === undefined) return { rejection: 'NOT_WAITING' };
      const held = to === 'same' ? await holdSamePerson(tx, by.siteId, pairs) : 0;
      return { outcome: to, ...(held === 0 ? {} : { after: { heldDays: String(held) } }) };
    },
  });
}

/** Other members that a verdict names at once. */
const OTHERS_MAX = 20;

type LinkedGroup = { readonly memberId: bigint; readonly others: readonly bigint[] };

function parseOthers(memberId: bigint, text = ''): readonly bigint[] {
  const fail = (): never => failOperator('FIELD_INVALID', { field: 'others' });
  const others = text
    .split(/\s+/)
    .filter((each) => each !== '')
    .map((each) => parseReference('member', each) ?? fail());
  const isFine =
    others.length > 0 && others.length <= OTHERS_MAX && new Set([memberId, ...others]).size > others.length;
  return isFine ? others : fail();
}

/** A verdict on a member and others, from the page of the member. */
function defineVerdict(verdict: LinkVerdict) {
  return defineAction<LinkedGroup>({
    parse({ member, others }) {
      const memberId = parseMemberRef(member);
      return { memberId, others: parseOthers(memberId, others) };
    },
    async load(tx, siteId, { memberId, others }) {
      const member = await requireMember(tx, siteId, memberId);
      for (const other of others) await requireMember(tx, siteId, other);
      const earlier = (await listVerdicts(tx, siteId, memberId)).filter(({ otherId }) => others.includes(otherId));
      return {
        subject: subjectOfMember(memberId),
        member: memberId,
        facts: {
          reference: formatReference('member', memberId),
          member: maskName(member),
          group: others.map((each) => formatReference('member', each)),
          earlier: earlier.map((each) => `${formatReference('member', each.otherId)} ${each.verdict}`),
        },
      };
    },
    async run(tx, by, { memberId, others }) {
      const pairs = await saveVerdict(tx, by.siteId, { memberId, others, verdict, reason: by.reason, by: by.name });
      const held = verdict === 'same' ? await holdSamePerson(tx, by.siteId, pairs) : 0;
      return { outcome: verdict, ...(held === 0 ? {} : { after: { heldDays: String(held) } }) };
    },
  });
}

const isVerdict = (to: AlertDecision['to']): boolean => to !== 'cleared' && to !== 'acted';

// ── rules ────────────────────────────────────────────────────────────────────────────────────────────────────────────

type RuleChange = { readonly rule: RiskRuleName; readonly threshold: number; readonly isOn: boolean };

const setRule = defineAction<RuleChange>({
  parse({ rule: name, threshold = '', state }) {
    const rule = parseWord('rule', name, riskRuleNames);
    const count = /^\d{1,8}$/.test(threshold) ? Number(threshold) : 0;
    const isFine = count >= (riskRules[rule].unit === 'members' ? 2 : 1) && count <= riskRules[rule].most;
    return {
      rule,
      threshold: isFine ? count : failOperator('FIELD_INVALID', { field: 'threshold' }),
      isOn: parseWord('state', state, ['on', 'off']) === 'on',
    };
  },
  async load(tx, siteId, { rule, threshold, isOn }) {
    const now = (await listRiskRules(tx, siteId)).find((each) => each.rule === rule) ?? failOperator('NOT_FOUND');
    const wanted = toThreshold(rule, threshold);
    return {
      subject: `rule ${rule}`,
      facts: {
        riskRule: rule,
        threshold: fromThreshold(rule, now.threshold),
        isOn: now.isOn,
        newThreshold: String(threshold),
        newIsOn: isOn,
      },
      isTightening: isOn && wanted <= now.threshold,
    };
  },
  async run(tx, by, { rule, threshold, isOn }) {
    await setRiskRule(tx, by.siteId, { rule, threshold: toThreshold(rule, threshold), isOn, by: by.name });
    return { outcome: 'changed' };
  },
});

export const riskActions = {
  'alert.clear': defineDecision('cleared'),
  'alert.act': defineDecision('acted'),
  'alert.same-person': defineDecision('same'),
  'alert.household': defineDecision('household'),
  'alert.different': defineDecision('different'),
  'member.same-person': defineVerdict('same'),
  'member.household': defineVerdict('household'),
  'member.different': defineVerdict('different'),
  'risk.set-rule': setRule,
  'block.add': addBlock,
  'block.end': endBlock,
};
