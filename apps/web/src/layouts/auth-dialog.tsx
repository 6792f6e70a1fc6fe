// The login and register dialogs of a visitor's header (spec §2): the same forms as on their own pages. The
// forms' code comes when one is opened.

import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { takeNextPath } from '#lib/next-path';
import { Dialog } from '#ui/dialog';
import { Skeleton, SkeletonGroup } from '#ui/skeleton';

import { text } from './layouts.text.ts';

const LoginForm = lazy(async () => ({ default: (await import('#features/auth/login-form')).LoginForm }));
const RegisterDialog = lazy(async () => ({
  default: (await import('#features/register/register-dialog')).RegisterDialog,
}));

type Form = 'login' | 'register';

type AuthDialog = {
  readonly open: (form: Form) => void;
  readonly dialog: ReactNode;
};

export function useAuthDialog(): AuthDialog {
  const [form, setForm] = useState<Form>('login');
  const [isOpen, setOpen] = useState(false);
  const [phoneNumber, setPhoneNumber] = useState<string>();
  const { search } = useLocation();
  const navigate = useNavigate();

  function open(wanted: Form) {
    setForm(wanted);
    setOpen(true);
  }

  return {
    open,
    dialog: (
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={form === 'login' ? text.login : text.register}
        hasStamp
      >
        <Suspense fallback={<FormSkeleton />}>
          {form === 'login' ? (
            <LoginForm
              phoneNumber={phoneNumber}
              onDone={() => void navigate(takeNextPath(search), { replace: true })}
              onRegister={() => setForm('register')}
            />
          ) : (
            <RegisterDialog
              onDone={(registered) => {
                setPhoneNumber(registered);
                setForm('login');
              }}
            />
          )}
        </Suspense>
      </Dialog>
    ),
  };
}

function FormSkeleton() {
  return (
    <SkeletonGroup className="flex flex-col gap-4">
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-13" />
    </SkeletonGroup>
  );
}
