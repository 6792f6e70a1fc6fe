// A number of minutes, typed or chosen.

import { extractDigits } from '@chaba/contract/digits';

import { Chip, ChipRow } from '#ui/chip';
import { Field, type FieldProps } from '#ui/field';

import { text } from './time-limits.text.ts';

const CHOICES = [30, 60, 120, 180];

export function MinutesField({ value, onChange, ...rest }: FieldProps) {
  return (
    <>
      <Field
        {...rest}
        value={value}
        isAmount
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        maxLength={4}
        onChange={(typed) => onChange?.(extractDigits(typed))}
        end={<span className="pr-4 text-base text-text-3">{text.minutes}</span>}
      />
      <ChipRow label={text.choices}>
        {CHOICES.map((minutes) => (
          <Chip key={minutes} isOn={value === String(minutes)} onClick={() => onChange?.(String(minutes))}>
            {text.shown(minutes)}
          </Chip>
        ))}
      </ChipRow>
    </>
  );
}
