// The field of a setting by the kind of its value.

import { themePresets } from '@chaba/contract/codes';
import { affiliateBases, type SettingName, siteSettings } from '@chaba/contract/back-office/site-settings';

import { useSiteWords } from '#text/site-words';
import { Choice, Field, TextArea } from '#ui/field';

type Edited = {
  readonly name: SettingName;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

export function SettingField(edited: Edited) {
  const text = useSiteWords();
  const { name, value, error, onChange } = edited;
  const { kind } = siteSettings[name];
  const field = { label: text.newValue, hint: text.problems[kind], error, value, onChange };
  switch (kind) {
    case 'switch':
      return <Options {...edited} values={['on', 'off']} />;
    case 'basis':
      return <Options {...edited} values={affiliateBases} />;
    case 'theme':
      return <ThemeFields {...edited} />;
    case 'text':
      return <TextArea {...field} rows={6} />;
    case 'amount':
    case 'positive':
    case 'percent':
      return <Field {...field} inputMode="decimal" autoComplete="off" />;
    case 'times':
      return <Field {...field} inputMode="numeric" autoComplete="off" />;
    case 'name':
    case 'code':
    case 'line':
    case 'image':
    case 'script':
      return <Field {...field} autoCapitalize="none" autoComplete="off" spellCheck={false} />;
  }
}

function Options({ value, error, onChange, values }: Edited & { readonly values: readonly string[] }) {
  const text = useSiteWords();
  return (
    <Choice label={text.newValue} value={value} error={error} onChange={onChange}>
      {values.map((each) => (
        <option key={each} value={each}>
          {text.values[each] ?? each}
        </option>
      ))}
    </Choice>
  );
}

const OWN = 'own';
const COLOUR = /^#[\da-f]{6}$/i;

/** A preset, or a brand colour on a preset; other parts of a stored theme stay. */
function ThemeFields({ value, onChange }: Edited) {
  const text = useSiteWords();
  const parts = parseTheme(value);
  const { brand = '' } = parts;
  const isOwn = value.startsWith('{');
  const isColour = brand === '' || COLOUR.test(brand);
  const setParts = (to: Readonly<Record<string, string>>): void => onChange(JSON.stringify({ ...parts, ...to }));
  return (
    <div className="grid gap-3">
      <Choice
        label={text.newValue}
        value={isOwn ? OWN : value}
        onChange={(chosen) => (chosen === OWN ? setParts({ brand: '#8844ee' }) : onChange(chosen))}
      >
        {themePresets.map((preset) => (
          <option key={preset} value={preset}>
            {text.values[preset] ?? preset}
          </option>
        ))}
        <option value={OWN}>{text.ownColours}</option>
      </Choice>
      {isOwn && (
        <Field
          label={text.brand}
          error={isColour ? undefined : text.problems.theme}
          value={brand}
          onChange={(to) => setParts({ brand: to })}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </div>
  );
}

function parseTheme(value: string): Readonly<Record<string, string>> {
  if (!value.startsWith('{')) return { preset: value };
  try {
    return JSON.parse(value) as Record<string, string>;
  } catch {
    return {};
  }
}
