// The login and register dialogs of the header. Until the forms are there the links lead to their pages.

import type { ReactNode } from 'react';

type AuthDialog = {
  readonly open: ((form: 'login' | 'register') => void) | undefined;
  readonly dialog: ReactNode;
};

export function useAuthDialog(): AuthDialog {
  return { open: undefined, dialog: null };
}
