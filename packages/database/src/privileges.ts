// The rights of the product's role on each table, granted again after every migration.
//
// Always true: the role can change no table. Money moves through functions of the tables' owner, so the role cannot
// write journal and balances directly. A row that records a fact never changes, and rows are deleted only where a table
// lists it here. Only the owner may `create role` and `grant`.
//
// Elsewhere: the operator's role (operator-privileges.ts), creating and checking the role (logins.ts), the posting
// function (migrations/0001_ledger.sql).

import type pg from 'pg';

/** Rights on a table. By default all columns can be written and no row deleted. */
export type Rights = {
  /** Columns that an insert may name; empty: no inserts. */
  readonly insert?: readonly string[];
  /** The only columns that may change; empty: rows are immutable. */
  readonly update?: readonly string[];
  /** Columns that never change, besides the primary key; all others may, including columns added later. */
  readonly fixed?: readonly string[];
  readonly canDelete?: true;
};

export const READ: Rights = { insert: [], update: [] };
const APPEND: Rights = { update: [] };
const DELETE: Rights = { canDelete: true };

/** Tables of operators, requests and audit entries: the product neither reads nor writes them. */
const BACK_OFFICE_TABLES = [
  'operator',
  'operator_credential',
  'operator_session',
  'operator_code',
  'operator_login',
  'operator_challenge',
  'operator_attempt',
  'operator_role',
  'operator_limit',
  'operator_day_sum',
  'approval_request',
  'approval_decision',
  'approval_execution',
  'audit_head',
  'audit_entry',
  'queue_claim',
  'queue_put_off',
  'queue_target',
  'member_note',
  'tag',
  'member_tag',
  'day_explanation',
  'day_close',
  'day_close_line',
  'day_close_difference',
  'contact',
  'complaint',
  'canned_reply',
  'export_job',
  'export_part',
  'export_approval',
  'export_schedule',
  'access_log',
  'member_page_access',
  'import_job',
  'import_row',
  'handover',
  'saved_view',
  'promotion_draft',
  'code_batch',
  'offer_terms_version',
] as const;

export const RIGHTS: Readonly<Record<string, Rights>> = {
  // The product only compares it with its own version.
  migration: READ,
  // The owner moves sites between cells.
  cell: READ,
  site_move: READ,
  site_move_mark: READ,
  // The ledger. Balances change through ledger_post_batch.
  ledger_transfer: READ,
  ledger_balance: READ,
  ledger_house_balance: READ,
  ledger_currency: READ,
  ledger_kind: APPEND,
  ledger_owner: APPEND,
  // The right to update one column includes the right to lock the row.
  ledger_lane: { insert: ['site_id', 'lane', 'lane_count'], update: ['lock_right'] },
  ledger_hold: { update: ['state', 'closed_at'] },
  // Facts and decisions.
  // The owner begins a recovery, an operator ends it.
  recovery: { insert: [], update: ['compared_at'] },
  // Only the operator's login writes these: the product cannot record operator actions.
  audit_log: READ,
  // Adjustments are executed requests of two people: the product reads them for history and audit.
  adjustment: READ,
  announcement: READ,
  ...Object.fromEntries(BACK_OFFICE_TABLES.map((table) => [table, { insert: [], update: [] }])),
  wallet_transaction: APPEND,
  round_correction: APPEND,
  bonus_grant: APPEND,
  bonus_event: APPEND,
  bonus_removal: { update: ['corrected_e4', 'others', 'returned_at'] },
  bonus_removal_round: { update: ['corrected_e4'] },
  bonus_taking: APPEND,
  promotion_version: APPEND,
  // An operator sets the ceiling, a grant adds to the sum.
  promotion_budget: { insert: ['site_id', 'promotion_id', 'given_e4'], update: ['given_e4'] },
  terms_version: APPEND,
  terms_acceptance: APPEND,
  item_code_use: APPEND,
  wheel: APPEND,
  wheel_spin: APPEND,
  wheel_deposit_coin: { update: ['reversed_at'] },
  feed_line: APPEND,
  bank_movement_step: APPEND,
  receiving_account_owner: APPEND,
  member_limit_change: APPEND,
  play_break: APPEND,
  cashback_run: APPEND,
  affiliate_run: APPEND,
  server_secret: APPEND,
  statement_line: APPEND,
  security_event: { update: ['count', 'last_at'] },
  statement_match: APPEND,
  audit_finding: { update: ['last_found_at', 'closed_at', 'closed_by'] },
  house_account: { fixed: ['receiving_account_id', 'compared_from'] },
  unapplied_rollback: { update: ['dismissed_at'] },
  stated_amount: APPEND,
  // Money in transit: its owner, amount and destination are immutable.
  deposit: {
    fixed: ['member_id', 'receiving_account_id', 'movement_site_id', 'bank_movement_id', 'amount_e4', 'created_at'],
  },
  bank_movement: { fixed: ['receiving_account_id', 'first_seen', 'amount_e4', 'created_at'] },
  receiving_account: { update: ['active_to'] },
  withdrawal: {
    fixed: [
      'member_id',
      'amount_e4',
      'newest_requirement_no',
      'idempotency_key',
      'bank_code',
      'account',
      'holder_name',
      'created_at',
    ],
  },
  bank_payout: {
    update: ['state', 'attempts', 'next_attempt_at', 'last_response', 'submitted_at', 'last_submitted_at'],
  },
  payout_dispute: { update: ['state', 'latest_result', 'decided_by', 'decided_at'] },
  affiliate_withdrawal: { update: ['state', 'decided_by', 'closed_at'] },
  affiliate_income: { update: ['fraud_signals'], canDelete: true },
  cashback_period: { fixed: ['loss_e4', 'percent_bp', 'amount_e4', 'created_at'] },
  held_win: { fixed: ['win_tx_id', 'round_id', 'game_code', 'is_prize', 'held_at'] },
  turnover_requirement: { fixed: ['source', 'cause_id', 'required_e4', 'withdraw_cap_e4', 'created_at'] },
  item_code: { update: ['use_count', 'ends_at'] },
  wheel_seed: { update: ['client_seed', 'next_nonce', 'revealed_at'] },
  // A member's phone, bank account, name and referrer change by change_member_identity only, a play break by
  // extend_play_break and lift_endless_exclusion.
  member: {
    fixed: [
      'player_id',
      'phone',
      'bank_code',
      'bank_account',
      'first_name',
      'last_name',
      'affiliate_key',
      'referrer_id',
      'registered_at',
      'identity_changed_at',
      'play_break_until',
      'is_self_excluded',
    ],
  },
  // Operators block, the product compares.
  block_entry: READ,
  // The product raises alerts by the rules of operators, who decide them.
  risk_rule: READ,
  risk_alert: { insert: ['site_id', 'rule', 'member_id', 'mark', 'figure', 'threshold'], update: [] },
  risk_alert_member: APPEND,
  member_link: READ,
  risk_progress: { update: ['read_to', 'last_member_id'] },
  // Operators change a catalogue; a new site gets its own.
  provider: APPEND,
  game: APPEND,
  // Operators change a site; the product locks its row, for which the right to update one column suffices.
  site: { update: ['updated_at'] },
  member_game: { update: ['played_at', 'favourite_at'] },
  // Sums are replaced when a day is counted again.
  report_hour: { update: ['players'] },
  report_money_hour: DELETE,
  report_house_balance: DELETE,
  report_play_slice: DELETE,
  report_member_day: DELETE,
  report_day: { update: ['counted_at', 'balanced_at'] },
  report_day_balance: { update: [], canDelete: true },
  report_difference: { update: ['stored_e4', 'counted_e4'] },
  // Rows that expire and are deleted.
  process_beat: DELETE,
  affiliate_deferred_day: { update: [], canDelete: true },
  attempt: DELETE,
  bank_check_outage: DELETE,
  bank_check_used: { update: [], canDelete: true },
  bonus_choice: DELETE,
  game_launch: { update: ['used_at'], canDelete: true },
  game_session: DELETE,
  member_device: DELETE,
  member_limit: DELETE,
  member_loss: DELETE,
  member_play_time: DELETE,
  member_session: DELETE,
  // The product makes requests and uses codes; operators write codes.
  recovery_request: {
    insert: ['site_id', 'number', 'member_id', 'token_hash', 'caller', 'expires_at'],
    update: ['attempts', 'code_hash', 'used_at'],
    canDelete: true,
  },
  risk_signal: DELETE,
  slip_attempt: { update: ['outcome'], canDelete: true },
  orphan_win: DELETE,
  refused_call: { update: ['times', 'code', 'last_received_at'], canDelete: true },
  refused_call_day: { update: ['calls'], canDelete: true },
  unread_report: { update: ['times', 'reason', 'last_received_at', 'closed_at', 'closed_by'], canDelete: true },
  feed_shift: { update: [] },
  unread_report_day: { update: ['reports'], canDelete: true },
};

/** Rights of a role: by table, for all other tables, and the columns that it cannot read. */
export type Grants = {
  readonly rights: Readonly<Record<string, Rights>>;
  readonly otherwise: Rights;
  readonly hidden: Readonly<Record<string, 'all' | readonly string[]>>;
};

const PRODUCT_GRANTS: Grants = {
  rights: RIGHTS,
  otherwise: {},
  hidden: Object.fromEntries(BACK_OFFICE_TABLES.map((table) => [table, 'all' as const])),
};

type Relation = {
  readonly name: string;
  readonly isTable: boolean;
  readonly columns: readonly string[];
  readonly keys: readonly string[];
};

export async function grantPrivileges(
  client: pg.Client,
  role: string,
  { rights, otherwise, hidden }: Grants = PRODUCT_GRANTS,
): Promise<void> {
  const { rows } = await client.query<Relation>(`
    select relname as name, relkind in ('r', 'p') as "isTable",
      array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
        order by attnum) as columns,
      array(select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = pg_class.oid and indisprimary) as keys
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by relname`);
  const grantee = client.escapeIdentifier(role);
  const grants = rows.flatMap((relation) => {
    const name = `public.${client.escapeIdentifier(relation.name)}`;
    return [
      `revoke all on ${name} from public, ${grantee}`,
      ...[...reads(relation), ...writes(relation)].map((right) => `grant ${right} on ${name} to ${grantee}`),
    ];
  });
  await client.query(
    [
      'begin',
      `revoke create on schema public from public`,
      `grant usage on schema public to ${grantee}`,
      ...grants,
      `grant usage, select on all sequences in schema public to ${grantee}`,
      `revoke execute on all functions in schema public from public`,
      `grant execute on all functions in schema public to ${grantee}`,
      'commit',
    ].join(';\n'),
  );

  function reads({ name, columns }: Relation): string[] {
    const covered = hidden[name];
    if (covered === undefined) return ['select'];
    return covered === 'all'
      ? []
      : [
          on(
            'select',
            columns.filter((column) => !covered.includes(column)),
          ),
        ];
  }

  function writes({ name, isTable, columns, keys }: Relation): string[] {
    if (!isTable) return [];
    const { insert, update, fixed, canDelete } = rights[name] ?? otherwise;
    const never = [...keys, ...(fixed ?? [])];
    const changing = update ?? (fixed && columns.filter((column) => !never.includes(column)));
    return [on('insert', insert), on('update', changing), canDelete ? 'delete' : ''].filter((right) => right !== '');
  }

  /** The right on the whole table or on these columns; undefined: none. */
  function on(right: string, columns: readonly string[] | undefined): string {
    if (columns === undefined) return right;
    return columns.length === 0
      ? ''
      : `${right} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
  }
}
