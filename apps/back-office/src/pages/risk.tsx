// Risk: values that may neither sign up nor deposit, and the rules that raise alerts. Alerts are a queue.

import { type BlockRow, blockKinds } from '@chaba/contract/back-office/blocks';
import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import { type RiskRuleRow, riskRules } from '@chaba/contract/back-office/risk';
import { findActingRole, type Role } from '@chaba/contract/back-office/roles';
import { Callout } from '@chaba/ui/callout';
import { useState } from 'react';

import { ActionDialog } from '#action/action-dialog';
import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import { useNotice } from '#shell/notice';
import { formatAmount, useTime, useWords } from '#text/language';
import { useRiskWords } from '#text/risk-words';
import { Button } from '#ui/button';
import type { Column } from '#ui/data-table';
import { Facts } from '#ui/facts';
import { Choice, Field } from '#ui/field';
import { Chips, ListPage } from '#ui/list-page';
import { EmptyState } from '#ui/states';

import { BlockForm } from './block-form.tsx';
import { Imports } from './block-import.tsx';
import { MemberLink } from './queue-parts.tsx';
import { type ListState, useListState } from './use-list.ts';

type Chip = (typeof CHIPS)[number];
type PageProps = { readonly site: string; readonly roles: readonly Role[] };
type ListProps = PageProps & { readonly chip: Chip; readonly state: ListState };

const CHIPS = ['all', ...blockKinds, 'imports', 'rules'] as const;

export function RiskPage(props: PageProps) {
  const state = useListState();
  const chip = CHIPS.find((each) => each === state.get('kind')) ?? 'all';
  if (chip === 'imports') {
    return <Imports site={props.site} state={state} chips={<KindChips chip={chip} state={state} />} />;
  }
  const Page = chip === 'rules' ? Rules : Blocks;
  return <Page key={chip} {...props} chip={chip} state={state} />;
}

function KindChips({ chip, state }: Pick<ListProps, 'chip' | 'state'>) {
  const words = useRiskWords();
  const titles: Readonly<Record<Chip, string>> = {
    ...words.kinds,
    all: words.anyKind,
    imports: words.imports.title,
    rules: words.rulesTitle,
  };
  return (
    <Chips
      label={words.show}
      values={CHIPS.map((each) => [each, titles[each]] as const)}
      chosen={chip}
      onChoose={(value) => state.filter({ kind: value === 'all' ? '' : value })}
    />
  );
}

// ── block lists ──────────────────────────────────────────────────────────────────────────────────────────────────────

type Opened = { readonly action: 'block.add' | 'block.end'; readonly input: Readonly<Record<string, string>> };

const NEW_BLOCK: Opened = { action: 'block.add', input: { kind: 'phone', value: '', member: '' } };

function Blocks({ site, roles, chip, state }: ListProps) {
  const words = useRiskWords();
  const listed = useListRows(site, 'blocks', {
    filter: chip === 'all' ? {} : { kind: chip },
    keyOf: ({ id }) => id,
    isLive: false,
  });
  const { rows } = listed;
  const chosen = rows.find(({ id }) => id === state.chosen);
  const [opened, setOpened] = useState<Opened>();
  return (
    <ListPage
      title={words.title}
      placeholder={words.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={
        chosen && (
          <BlockPanel
            site={site}
            roles={roles}
            row={chosen}
            onEnd={() => setOpened({ action: 'block.end', input: { block: chosen.id } })}
          />
        )
      }
      tools={
        <>
          <KindChips chip={chip} state={state} />
          <Button variant="primary" onClick={() => setOpened(NEW_BLOCK)}>
            {words.add}
          </Button>
        </>
      }
    >
      <ListRows
        of={listed}
        empty={<EmptyState title={words.empty} help={words.emptyHelp} />}
        label={words.title}
        columns={useBlockColumns()}
        chosen={state.chosen}
        onChoose={state.choose}
      />
      {opened && <BlockDialog site={site} opened={opened} onChange={setOpened} onClose={() => setOpened(undefined)} />}
    </ListPage>
  );
}

function BlockDialog({
  site,
  opened,
  onChange,
  onClose,
}: {
  readonly site: string;
  readonly opened: Opened;
  readonly onChange: (opened: Opened) => void;
  readonly onClose: () => void;
}) {
  const text = useWords();
  const notice = useNotice();
  const isNew = opened.action === 'block.add';
  return (
    <ActionDialog
      site={site}
      open={{ ...opened, isTwo: false, ...(isNew ? {} : { isPreviewed: true }) }}
      form={
        isNew && (
          <BlockForm
            input={opened.input}
            onChange={(values) => onChange({ ...opened, input: { ...opened.input, ...values } })}
          />
        )
      }
      onClose={onClose}
      onDone={() => {
        onClose();
        notice(text.action.done);
      }}
    />
  );
}

function useBlockColumns(): readonly Column<BlockRow, ColumnId<'blocks'>>[] {
  const words = useRiskWords();
  const time = useTime();
  const { columns } = words;
  return [
    { id: 'kind', title: columns.kind, cell: ({ kind }) => words.kinds[kind] },
    {
      id: 'label',
      title: columns.label,
      cell: ({ label }) => <strong className="font-semibold whitespace-nowrap">{label}</strong>,
    },
    { id: 'reason', title: columns.reason, cell: ({ reason }) => <span className="text-text-2">{reason}</span> },
    { id: 'by', title: columns.by, isWide: true, cell: ({ addedBy }) => addedBy },
    {
      id: 'time',
      title: columns.time,
      isWide: true,
      cell: ({ addedAt }) => <span className="whitespace-nowrap text-text-2">{time(addedAt)}</span>,
    },
  ];
}

function BlockPanel({ site, roles, row, onEnd }: PageProps & { readonly row: BlockRow; readonly onEnd: () => void }) {
  const words = useRiskWords();
  const text = useWords();
  const time = useTime();
  const { kind, label, memberId, reason, addedBy, addedAt } = row;
  const member =
    memberId === null ? (
      text.none
    ) : (
      <MemberLink site={site} roles={roles} memberId={memberId} name={`M${memberId.padStart(8, '0')}`} />
    );
  return (
    <div className="dense grid gap-3 py-3">
      <h2 className="text-title-3">{label}</h2>
      <Facts
        facts={[
          [words.columns.kind, words.kinds[kind]],
          [text.factNames['member'] ?? '', member],
          [words.columns.reason, reason],
          [words.columns.by, addedBy],
          [words.columns.time, time(addedAt)],
        ]}
      />
      <Callout>{words.rule}</Callout>
      <div>
        <Button onClick={onEnd}>{text.actions['block.end']}</Button>
      </div>
    </div>
  );
}

// ── rules ────────────────────────────────────────────────────────────────────────────────────────────────────────────

function Rules({ site, roles, chip, state }: ListProps) {
  const words = useRiskWords();
  const listed = useListRows(site, 'risk-rules', { keyOf: ({ rule }) => rule, isLive: false });
  const { rows } = listed;
  const chosen = rows.find(({ rule }) => rule === state.chosen);
  return (
    <ListPage
      title={words.title}
      placeholder={words.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={chosen && <RulePanel key={chosen.rule} site={site} roles={roles} row={chosen} />}
      tools={<KindChips chip={chip} state={state} />}
    >
      <ListRows
        of={listed}
        empty={null}
        label={words.rulesTitle}
        columns={useRuleColumns()}
        chosen={state.chosen}
        onChoose={state.choose}
      />
    </ListPage>
  );
}

function useThreshold(): (row: RiskRuleRow) => string {
  const words = useRiskWords();
  return ({ rule, threshold }) => {
    const { unit } = riskRules[rule];
    return `${unit === 'baht' ? formatAmount(threshold) : threshold} ${words.units[unit]}`;
  };
}

function useRuleColumns(): readonly Column<RiskRuleRow, ColumnId<'risk-rules'>>[] {
  const words = useRiskWords();
  const { ruleColumns: columns } = words;
  const format = useThreshold();
  return [
    {
      id: 'rule',
      title: columns.rule,
      cell: ({ rule }) => <strong className="font-semibold">{words.rules[rule]}</strong>,
    },
    { id: 'about', title: columns.about, cell: ({ rule }) => words.about[riskRules[rule].about] },
    { id: 'threshold', title: columns.threshold, isNumber: true, cell: format },
    { id: 'state', title: columns.state, cell: ({ isOn }) => (isOn ? words.on : words.off) },
    {
      id: 'by',
      title: columns.by,
      isWide: true,
      cell: ({ changedBy }) => <span className="text-text-2">{changedBy ?? words.usual}</span>,
    },
  ];
}

function RulePanel({ site, roles, row }: PageProps & { readonly row: RiskRuleRow }) {
  const words = useRiskWords();
  const text = useWords();
  const notice = useNotice();
  const format = useThreshold();
  const { rule, isOn, threshold } = row;
  const [input, setInput] = useState<Readonly<Record<string, string>>>();
  return (
    <div className="dense grid gap-3 py-3">
      <h2 className="text-title-3">{words.rules[rule]}</h2>
      <Facts
        facts={[
          [words.ruleColumns.about, words.about[riskRules[rule].about]],
          [words.threshold, format(row)],
          [words.state, isOn ? words.on : words.off],
          [words.ruleColumns.by, row.changedBy ?? words.usual],
        ]}
      />
      <Callout>{words.ruleHelp}</Callout>
      {findActingRole(roles, 'risk.rules') !== undefined && (
        <div>
          <Button onClick={() => setInput({ rule, threshold, state: isOn ? 'on' : 'off' })}>
            {text.actions['risk.set-rule']}
          </Button>
        </div>
      )}
      {input && (
        <ActionDialog
          site={site}
          open={{
            action: 'risk.set-rule',
            input,
            facts: { riskRule: rule, threshold, isOn },
            isTwo: input['state'] === 'off' || Number(input['threshold']) > Number(threshold),
          }}
          form={<RuleForm row={row} input={input} onChange={(values) => setInput({ ...input, ...values })} />}
          onClose={() => setInput(undefined)}
          onDone={({ request }) => {
            setInput(undefined);
            notice(request === undefined ? text.action.done : text.action.requested(request));
          }}
        />
      )}
    </div>
  );
}

function RuleForm({
  row,
  input,
  onChange,
}: {
  readonly row: RiskRuleRow;
  readonly input: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}) {
  const words = useRiskWords();
  return (
    <div className="grid gap-2 lg:grid-cols-2">
      <Field
        label={`${words.threshold} (${words.units[riskRules[row.rule].unit]})`}
        inputMode="numeric"
        maxLength={8}
        value={input['threshold'] ?? ''}
        onChange={(threshold) => onChange({ threshold })}
        data-focus
      />
      <Choice label={words.state} value={input['state']} onChange={(state) => onChange({ state })}>
        <option value="on">{words.on}</option>
        <option value="off">{words.off}</option>
      </Choice>
    </div>
  );
}
