// The treatment of each table by a move of a site between cells. A new table needs an entry here, or a test fails.
//
//     rows    the rows of the site travel by their key, which begins with site_id
//     whole   the same, but rows are found by all their columns (replica identity full): the key lacks the site
//     stays   belongs to the cell: its processes, its roles, its moves
//
// Always true: a table that stays holds nothing that a member, a provider or the audit of a site reads, or it is equal
// in all cells.
//
// Elsewhere: the move (site-move.ts, site-comparison.ts), its order (apps/ops/src/cells/move-site.ts), the keys
// (catalogue.test.ts).

export type Treatment = 'rows' | 'whole' | 'stays';

export const SITE_TABLES: Readonly<Record<string, Treatment>> = {
  access_log: 'rows',
  adjustment: 'rows',
  affiliate_deferred_day: 'rows',
  affiliate_income: 'rows',
  affiliate_result: 'rows',
  affiliate_run: 'rows',
  affiliate_withdrawal: 'rows',
  announcement: 'rows',
  approval_decision: 'rows',
  approval_execution: 'rows',
  approval_request: 'rows',
  attempt: 'rows',
  audit_entry: 'rows',
  audit_finding: 'rows',
  audit_head: 'rows',
  audit_log: 'rows',
  audit_run: 'rows',
  bank_check_outage: 'rows',
  bank_check_used: 'rows',
  bank_movement: 'rows',
  bank_movement_step: 'rows',
  bank_payout: 'rows',
  block_entry: 'rows',
  bonus_choice: 'rows',
  bonus_event: 'rows',
  bonus_grant: 'rows',
  bonus_removal: 'rows',
  bonus_removal_round: 'rows',
  bonus_taking: 'rows',
  canned_reply: 'rows',
  cashback_period: 'rows',
  cashback_run: 'rows',
  cell: 'stays',
  day_close: 'rows',
  day_close_difference: 'rows',
  day_close_line: 'rows',
  day_explanation: 'rows',
  complaint: 'rows',
  contact: 'rows',
  deposit: 'rows',
  export_job: 'rows',
  export_part: 'rows',
  export_approval: 'rows',
  export_schedule: 'rows',
  feed_line: 'rows',
  feed_shift: 'rows',
  free_spin_decision: 'rows',
  game: 'rows',
  game_launch: 'rows',
  game_round: 'rows',
  game_session: 'rows',
  handover: 'rows',
  held_win: 'rows',
  house_account: 'rows',
  code_batch: 'rows',
  import_job: 'rows',
  import_row: 'rows',
  item_code: 'rows',
  item_code_use: 'rows',
  job_lease: 'stays',
  ledger_balance: 'rows',
  ledger_currency: 'stays',
  ledger_hold: 'rows',
  ledger_house_balance: 'rows',
  ledger_kind: 'stays',
  ledger_lane: 'rows',
  ledger_owner: 'rows',
  ledger_transfer: 'rows',
  member: 'rows',
  member_device: 'rows',
  member_game: 'rows',
  member_limit: 'rows',
  member_limit_change: 'rows',
  member_link: 'rows',
  member_loss: 'rows',
  member_note: 'rows',
  member_page_access: 'rows',
  member_play_time: 'rows',
  member_session: 'rows',
  member_tag: 'rows',
  migration: 'stays',
  open_round_scan: 'rows',
  offer_terms_version: 'rows',
  operations_record: 'stays',
  // People and their factors belong to the installation; their roles travel with the site.
  operator: 'stays',
  operator_attempt: 'stays',
  operator_challenge: 'stays',
  operator_code: 'stays',
  operator_login: 'stays',
  operator_credential: 'stays',
  operator_day_sum: 'rows',
  operator_limit: 'rows',
  operator_role: 'rows',
  operator_session: 'stays',
  orphan_win: 'rows',
  payout_dispute: 'rows',
  play_break: 'rows',
  process_beat: 'stays',
  promotion: 'rows',
  promotion_budget: 'rows',
  promotion_draft: 'rows',
  promotion_version: 'rows',
  provider: 'rows',
  provider_key: 'whole',
  provider_kick: 'rows',
  queue_claim: 'rows',
  queue_put_off: 'rows',
  queue_target: 'rows',
  receiving_account: 'rows',
  receiving_account_owner: 'whole',
  reconciliation: 'rows',
  recovery: 'rows',
  refused_call: 'rows',
  refused_call_day: 'rows',
  recovery_request: 'rows',
  report_day: 'rows',
  report_day_balance: 'rows',
  report_difference: 'rows',
  report_hour: 'rows',
  report_house_balance: 'rows',
  report_member_day: 'rows',
  report_money_hour: 'rows',
  report_play_slice: 'rows',
  report_progress: 'rows',
  risk_alert: 'rows',
  risk_alert_member: 'rows',
  risk_progress: 'rows',
  risk_rule: 'rows',
  risk_signal: 'rows',
  round_correction: 'rows',
  saved_view: 'rows',
  security_event: 'rows',
  // Secrets that processes of a cell share; what they sealed is short-lived (bank checks).
  server_secret: 'stays',
  site: 'rows',
  site_move: 'stays',
  // The command's own; travels with the site, and is not fenced.
  site_move_mark: 'rows',
  slip: 'rows',
  slip_attempt: 'rows',
  stated_amount: 'rows',
  statement_line: 'rows',
  statement_match: 'rows',
  stuck_round: 'rows',
  tag: 'rows',
  terms_acceptance: 'rows',
  terms_version: 'rows',
  turnover_requirement: 'rows',
  unapplied_rollback: 'rows',
  unread_report: 'rows',
  unread_report_day: 'rows',
  wallet_transaction: 'rows',
  wheel: 'rows',
  wheel_deposit_coin: 'rows',
  wheel_run: 'rows',
  wheel_seed: 'rows',
  wheel_spin: 'rows',
  wheel_turnover: 'rows',
  withdrawal: 'rows',
};

export const MARK_TABLE = 'site_move_mark';
/** Tables that a move copies. */
export const MOVING_TABLES: readonly string[] = Object.keys(SITE_TABLES).filter(
  (name) => SITE_TABLES[name] !== 'stays',
);
/** Tables whose writes a fence refuses. */
export const FENCED_TABLES: readonly string[] = MOVING_TABLES.filter((name) => name !== MARK_TABLE);
/** Large tables whose rows never change: old rows are compared before the fence, new ones behind it. */
export const IMMUTABLE_SINCE: Readonly<Record<string, string>> = {
  ledger_transfer: 'created_at',
  wallet_transaction: 'created_at',
};
/** Large tables whose rows change and are never deleted: unchanged rows are compared before the fence. */
export const CHANGING_TABLES: readonly string[] = ['game_round'];
/**
 * Rows of a table that do not travel. The book of the account that pays withdrawals is the cell's: it stands at one of
 * its sites.
 */
export const STAYING_ROWS: Readonly<Record<string, string>> = {
  house_account: `house_account = 'paying'`,
  statement_line: `house_account = 'paying'`,
  statement_match: `house_account = 'paying'`,
};
/** Tables that no report over all cells reads: sessions and what expires. */
const EXPIRING: readonly string[] = [
  'attempt',
  'bank_check_outage',
  'bank_check_used',
  'game_launch',
  'game_session',
  'member_device',
  'member_session',
  'recovery_request',
  'risk_signal',
  'slip_attempt',
];
/**
 * Tables that wallet calls write. Reports read their sums (report_…), which the cell makes: to decode and send each row
 * would cost a cell a fifth of its wallet calls.
 */
const PLAYED: readonly string[] = [
  'game_round',
  'ledger_balance',
  'ledger_house_balance',
  'ledger_transfer',
  'member_loss',
  'member_play_time',
  'turnover_requirement',
  'wallet_transaction',
];
/** Tables of the reporting database. */
export const REPORTED_TABLES: readonly string[] = MOVING_TABLES.filter(
  (name) => !EXPIRING.includes(name) && !PLAYED.includes(name),
);
