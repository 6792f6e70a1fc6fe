// The error of a command: one sentence, and its exit code.

export { InputError as UsageError } from '@chaba/server/modules/operator-input';
