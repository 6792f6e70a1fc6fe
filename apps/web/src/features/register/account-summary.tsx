// Summary of the earlier steps before submission, each with a link back to its step.

import { Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';

import { formatAccountNumber } from '@chaba/contract/banks';
import { bankName } from '@chaba/contract/banks.text';
import { formatPhone } from '@chaba/contract/phones';

import { BankMark } from '#parts/bank-mark';
import { Button } from '#ui/button';
import { Card, RowList } from '#ui/card';
import { ListRow } from '#ui/list-row';

import type { Progress, RegisterStep } from './progress.ts';
import { text } from './register.text.ts';

export function AccountSummary({
  progress: { phoneNumber, bankCode, account },
  onChange,
}: {
  readonly progress: Progress;
  readonly onChange: (step: RegisterStep) => void;
}) {
  return (
    <Card className="py-1!">
      <RowList>
        <ListRow
          icon={
            <span className="grid size-10 place-items-center rounded-ctl bg-surface-2">
              <Smartphone aria-hidden="true" size={20} strokeWidth={1.75} />
            </span>
          }
          title={<span className="num">{formatPhone(phoneNumber)}</span>}
          detail={text.phoneTitle}
          end={<Change what={text.phoneTitle} onClick={() => onChange(1)} />}
        />
        <ListRow
          icon={<BankMark code={bankCode} />}
          title={<span className="num">{formatAccountNumber(bankCode, account)}</span>}
          detail={bankName(bankCode)}
          end={<Change what={text.account} onClick={() => onChange(2)} />}
        />
      </RowList>
    </Card>
  );
}

function Change({ what, onClick }: { readonly what: string; readonly onClick: () => void }): ReactNode {
  return (
    <Button variant="quiet" size="small" aria-label={text.changeOf(what)} onClick={onClick} className="px-2!">
      {text.change}
    </Button>
  );
}
