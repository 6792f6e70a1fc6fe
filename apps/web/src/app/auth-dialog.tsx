// The login and register dialogs of a visitor's header (spec §2): the forms of the pages. A form's code is loaded when
// its dialog opens.

import { Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { consumeNextPath } from '#lib/member/next-path';
import { paths } from '#lib/paths';
import { leaveOverlays } from '#lib/react/overlay-history';
import { LazyFallback } from '#ui/lazy-fallback';
import { Dialog } from '#ui/dialog';
import { lazyWithPreload } from '#ui/lazy-component';
import { Skeleton, SkeletonGroup } from '#ui/skeleton';

import type { AuthDialogProps } from '#layouts/auth-buttons';
import { text } from '#layouts/layouts.text';

const LoginForm = lazyWithPreload(async () => (await import('#features/auth/login-form')).LoginForm);
const RegisterDialog = lazyWithPreload(async () => (await import('#features/register/register-flow')).RegisterDialog);

export function AuthDialog({ form, isOpen, onForm, onClose }: AuthDialogProps) {
  const { search } = useLocation();
  const navigate = useNavigate();

  /** Spec §4: a finished registration ends at /login. */
  async function goToLogin(phoneNumber: string) {
    await leaveOverlays();
    onClose();
    await navigate(paths.login, { state: { phoneNumber } });
  }

  /** Replaces the history entry, so back leads neither to the dialog nor to the visitor page. */
  async function goToNextPage() {
    const next = consumeNextPath(search);
    await leaveOverlays();
    await navigate(next, { replace: true });
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={form === 'login' ? text.login : text.register} hasFootnote>
      <Suspense fallback={<FormSkeleton />}>
        {form === 'login' ? (
          <LoginForm onDone={() => void goToNextPage()} onRegister={() => onForm('register')} />
        ) : (
          <RegisterDialog onDone={(registered) => void goToLogin(registered)} onLogin={() => onForm('login')} />
        )}
      </Suspense>
    </Dialog>
  );
}

function FormSkeleton() {
  return (
    <SkeletonGroup className="flex flex-col gap-4">
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-13" />
      <LazyFallback />
    </SkeletonGroup>
  );
}
