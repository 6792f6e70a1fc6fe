// A Thai mobile number: ten digits in the value, 081-234-5678 on the screen. It is the sign-in name, so password
// managers receive it as the user name.

import { Smartphone } from 'lucide-react';

import { PHONE_LENGTH } from '@chaba/contract/constraints';
import { cleanPhone } from '@chaba/contract/phones';

import { DigitsField, type DigitsFieldProps } from '#ui/digits-field';
import { phoneText } from './parts.text.ts';

/** 081-234-5678 */
const PHONE_GROUPS = [3, 3, 4] as const;

export function PhoneField({
  label = phoneText.phone,
  hint,
  ...rest
}: Omit<DigitsFieldProps, 'groups' | 'clean' | 'label'> & {
  readonly label?: string;
}) {
  return (
    <DigitsField
      type="tel"
      autoComplete="username"
      placeholder={phoneText.phonePlaceholder}
      start={<Smartphone aria-hidden="true" size={20} strokeWidth={1.75} />}
      {...rest}
      label={label}
      groups={PHONE_GROUPS}
      clean={cleanPhone}
      hint={rest.value.length > PHONE_LENGTH ? phoneText.phoneTooLong(rest.value.length) : hint}
      isHintKept={rest.value.length > PHONE_LENGTH}
    />
  );
}
