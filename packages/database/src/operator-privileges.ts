// The rights of the operator's role: a separate login for the back office and the operator's command line.
//
// Always true: it writes only the tables that operator commands change, with the rights of the product, and a few
// columns that the product cannot write. It creates sites and receiving accounts, but no member, session, device, slip
// or member setting, and reads no password, device token or key.
//
// Elsewhere: the product's rights (privileges.ts), the login (logins.ts).

import { type Grants, READ, type Rights, RIGHTS } from './privileges.ts';

/** Tables that operator commands write with the rights of the product. */
const SHARED = [
  'withdrawal',
  'bank_payout',
  'payout_dispute',
  'deposit',
  'bank_movement',
  'bank_movement_step',
  'feed_line',
  'slip',
  'receiving_account_owner',
  'unread_report',
  'feed_shift',
  'statement_line',
  'statement_match',
  'house_account',
  'audit_finding',
  'audit_run',
  'bonus_choice',
  'bonus_event',
  'bonus_grant',
  'bonus_removal',
  'bonus_removal_round',
  'bonus_taking',
  'item_code',
  'promotion',
  'turnover_requirement',
  'affiliate_income',
  'affiliate_deferred_day',
  'affiliate_result',
  'affiliate_run',
  'affiliate_withdrawal',
  'cashback_period',
  'cashback_run',
  'free_spin_decision',
  'game_launch',
  'game_round',
  'game_session',
  'held_win',
  'open_round_scan',
  'provider_key',
  'provider_kick',
  'reconciliation',
  'round_correction',
  'stuck_round',
  'unapplied_rollback',
  'orphan_win',
  'wallet_transaction',
  'wheel_turnover',
  'wheel_deposit_coin',
  'member_loss',
  'play_break',
  'security_event',
  'terms_version',
  'ledger_hold',
  'ledger_lane',
] as const;

/** A new site names its texts, limits and shares; its switches start with their defaults, its keys are random. */
const NEW_SITE = [
  'site_id',
  'code',
  'api_key',
  'name',
  'hosts',
  'app_id',
  'partner',
  'line_id',
  'prefix',
  'theme',
  'logo_url',
  'withdraw_min_e4',
  'withdraw_max_e4',
  'withdraw_automatic_max_e4',
  'cashback_percent_bp',
  'cashback_min_e4',
  'affiliate_min_e4',
  'affiliate_turnover_times',
  'affiliate_level1_bp',
  'affiliate_level2_bp',
  'affiliate_automatic_max_e4',
  'catalogue_version',
];

const OPERATOR_RIGHTS: Readonly<Record<string, Rights>> = {
  ...Object.fromEntries(SHARED.map((table) => [table, RIGHTS[table] ?? {}])),
  audit_log: { update: [] },
  // The key of the studio is not given to another provider.
  provider: { fixed: ['key_prefix'] },
  game: {},
  // People, factors and sessions.
  operator: {
    insert: ['operator_id', 'name', 'display_name', 'password_hash', 'is_demo'],
    update: ['display_name', 'password_hash', 'totp_secret', 'totp_step', 'disabled_at'],
  },
  operator_credential: { update: ['counter', 'used_at'], canDelete: true },
  operator_session: { update: ['acted_at', 'stepped_up_at', 'network'], canDelete: true },
  operator_code: { update: ['used_at', 'totp_secret'], canDelete: true },
  operator_login: { update: [], canDelete: true },
  operator_challenge: { update: [], canDelete: true },
  operator_attempt: { update: ['failures', 'total_failures', 'since', 'locked_until'], canDelete: true },
  operator_role: {
    insert: ['site_id', 'operator_id', 'role', 'request_id'],
    update: ['ended_at', 'granted_at', 'request_id'],
  },
  operator_limit: { update: ['amount_e4', 'day_e4'] },
  operator_day_sum: { update: ['sum_e4'] },
  // Requests, decisions and entries are added and never changed; their times and hashes cannot be written.
  approval_request: {
    insert: ['site_id', 'content', 'requested_by', 'requested_role', 'expires_at'],
    update: [],
  },
  approval_decision: {
    insert: [
      'site_id',
      'request_id',
      'requested_by',
      'expires_at',
      'content_hash',
      'decided_by',
      'decided_role',
      'verdict',
      'reason',
      'factor',
      'proof',
    ],
    update: [],
  },
  adjustment: {
    insert: [
      'site_id',
      'request_id',
      'content_hash',
      'member_id',
      'direction',
      'kind',
      'amount_e4',
      'gift_e4',
      'turnover_times',
      'evidence',
      'notice',
    ],
    update: [],
  },
  approval_execution: { insert: ['site_id', 'request_id', 'content_hash'], update: [] },
  audit_head: { insert: ['site_id'], update: ['lock_right'] },
  audit_entry: { insert: ['site_id', 'sequence', 'previous_hash', 'content'], update: [] },
  // The queues: claims end, targets change.
  queue_claim: { update: ['operator_id', 'claimed_at', 'kept_at'], canDelete: true },
  queue_put_off: { update: ['operator_id', 'until', 'reason'], canDelete: true },
  queue_target: { update: ['minutes'] },
  // Notes are removed by a mark.
  member_note: {
    insert: ['site_id', 'member_id', 'text', 'is_pinned', 'written_by'],
    update: ['is_pinned', 'removed_at', 'removed_by'],
  },
  tag: { update: [] },
  member_tag: { update: [], canDelete: true },
  // A close is kept; an explanation can be written better.
  day_explanation: { update: ['text', 'explained_by', 'explained_at'] },
  day_close: {
    insert: ['site_id', 'day', 'close_no', 'closed_by'],
    update: ['reopened_by', 'reopened_at', 'reopen_request_id'],
  },
  day_close_line: { update: [] },
  day_close_difference: { update: [] },
  // A contact never changes; of a complaint its course does.
  contact: {
    insert: ['site_id', 'member_id', 'channel', 'direction', 'summary', 'chat_url', 'written_by'],
    update: [],
  },
  complaint: {
    insert: ['site_id', 'member_id', 'category', 'channel', 'summary', 'opened_by', 'due_at'],
    update: [
      'state',
      'due_at',
      'owner_id',
      'escalated_at',
      'answer',
      'answered_at',
      'outcome',
      'closed_by',
      'closed_at',
    ],
  },
  canned_reply: {
    insert: ['site_id', 'name', 'topic', 'text_th', 'text_en', 'changed_by'],
    update: ['name', 'topic', 'text_th', 'text_en', 'changed_by', 'changed_at', 'removed_at'],
  },
  handover: { insert: ['site_id', 'written_by', 'note', 'facts'], update: ['read_by', 'read_at'] },
  saved_view: { update: ['name', 'params', 'owner_id', 'saved_at'], canDelete: true },
  export_job: {
    update: [
      'state',
      'failure',
      'row_count',
      'part_count',
      'cursor',
      'run_id',
      'beat_at',
      'tries',
      'finished_at',
      'download_at',
    ],
    canDelete: true,
  },
  export_part: { update: [], canDelete: true },
  risk_rule: { update: ['threshold', 'is_on', 'changed_by', 'changed_at'] },
  risk_alert: { insert: [], update: ['state', 'verdict', 'decided_by', 'decided_at'] },
  member_link: { update: ['verdict', 'reason', 'decided_by', 'decided_at'] },
  // A block ends by a mark.
  block_entry: {
    insert: ['site_id', 'kind', 'value', 'label', 'member_id', 'reason', 'added_by'],
    update: ['ended_by', 'ended_at'],
  },
  process_beat: {},
  recovery: { insert: [], update: ['released_at', 'released_by'] },
  receiving_account: {
    insert: ['site_id', 'kind', 'bank_code', 'account', 'holder_name', 'active_from'],
    update: [
      'active_to',
      'shown_from',
      'place',
      'rotation',
      'day_max_e4',
      'total_max_e4',
      'promptpay_id',
      'next_promptpay_id',
      'next_promptpay_from',
    ],
  },
  member: {
    insert: [],
    update: ['is_locked', 'has_play_limits', 'seats_ended_at', 'total_deposit_e4', 'total_withdraw_e4'],
  },
  // A break ends them.
  member_session: { insert: [], update: [], canDelete: true },
  member_device: { insert: [], update: [], canDelete: true },
  site: {
    insert: NEW_SITE,
    fixed: ['code', 'session_token_key', 'session_token_key_second', 'session_token_rotated_at'],
  },
};

export const OPERATOR_GRANTS: Grants = {
  rights: OPERATOR_RIGHTS,
  otherwise: READ,
  hidden: {
    member: ['password_hash'],
    site: ['session_token_key', 'session_token_key_second'],
    wheel_seed: ['server_seed'],
    member_device: ['token_hash', 'previous_token_hash'],
    server_secret: 'all',
    attempt: 'all',
    bank_check_used: 'all',
    bank_check_outage: 'all',
  },
};
