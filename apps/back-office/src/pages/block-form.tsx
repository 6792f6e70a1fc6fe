// Fields of a block: its kind, and the value where no member gives it.

import { type BlockKind, blockKinds } from '@chaba/contract/back-office/blocks';

import { useRiskWords } from '#text/risk-words';
import { Choice, Field } from '#ui/field';

const VALUE_LENGTH_MAX = 60;

type Input = Readonly<Record<string, string>>;

export function BlockForm({ input, onChange }: { readonly input: Input; readonly onChange: (values: Input) => void }) {
  const words = useRiskWords();
  const isOfMember = input['member'] !== '';
  const kinds = blockKinds.filter((kind) => isOfMember || kind !== 'device');
  const kind: BlockKind = blockKinds.find((each) => each === input['kind']) ?? 'phone';
  return (
    <div className="grid gap-2 lg:grid-cols-2">
      <Choice label={words.kind} value={kind} onChange={(value) => onChange({ kind: value })}>
        {kinds.map((each) => (
          <option key={each} value={each}>
            {words.kinds[each]}
          </option>
        ))}
      </Choice>
      {!isOfMember && (
        <Field
          label={words.value}
          hint={words.hints[kind]}
          autoComplete="off"
          maxLength={VALUE_LENGTH_MAX}
          value={input['value'] ?? ''}
          onChange={(value) => onChange({ value })}
          data-focus
        />
      )}
    </div>
  );
}
