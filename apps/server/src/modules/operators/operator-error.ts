// Rejections of the back office: a code of the contract with the texts of its sentence.
//
// Elsewhere: codes and sentences (packages/contract/src/back-office), responses (back-office/answers.ts).

import type { BackOfficeErrorCode, BackOfficeErrorParams } from '@chaba/contract/back-office/error-codes';

export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: BackOfficeErrorCode;
  readonly params: BackOfficeErrorParams;

  constructor(code: BackOfficeErrorCode, params: BackOfficeErrorParams = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

export function failOperator(code: BackOfficeErrorCode, params: BackOfficeErrorParams = {}): never {
  throw new OperatorError(code, params);
}
