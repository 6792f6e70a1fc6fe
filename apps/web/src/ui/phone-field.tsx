// A Thai mobile number: ten digits in the value, 081-234-5678 on the screen. It is the sign-in name, so password
// managers get it as the user name.

import { Smartphone } from 'lucide-react';

import { extractDigits } from '@chaba/contract/digits';
import { PHONE_LENGTH } from '@chaba/contract/constraints';
import { cleanPhone } from '@chaba/contract/phones';

import { PHONE_GROUPS } from '#lib/digits';
import { DigitsField, type DigitsFieldProps } from './digits-field.tsx';
import { text } from './ui.text.ts';

export function PhoneField({
  label = text.phone,
  ...rest
}: Omit<DigitsFieldProps, 'groups' | 'maxDigits' | 'clean' | 'label'> & {
  readonly label?: string;
}) {
  return (
    <DigitsField
      type="tel"
      autoComplete="username"
      placeholder={text.phonePlaceholder}
      start={<Smartphone aria-hidden="true" size={20} strokeWidth={1.75} />}
      {...rest}
      label={label}
      groups={PHONE_GROUPS}
      maxDigits={PHONE_LENGTH}
      clean={(typed) => extractDigits(cleanPhone(typed))}
    />
  );
}
