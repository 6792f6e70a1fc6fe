// Links under the login form: support and the code for a forgotten password, and the registration.

import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';

import { buildChatUrl } from '#lib/site/support';
import { paths } from '#lib/paths';
import { useSite } from '#lib/site/site';

import { text } from './auth.text.ts';
import { Link } from '#ui/link';

export function LoginHelp({ onRegister }: { readonly onRegister?: (() => void) | undefined }) {
  const { site } = useSite();
  const navigate = useNavigate();

  function register(event: MouseEvent) {
    if (!onRegister) return;
    event.preventDefault();
    onRegister();
  }

  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <a
        href={buildChatUrl(site.LineId)}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center text-label font-medium text-accent"
      >
        {text.forgot}
      </a>
      <button
        type="button"
        onClick={() => void navigate(paths.login, { state: { isRecovering: true } })}
        className="inline-flex min-h-11 items-center text-label font-medium text-accent"
      >
        {text.recover}
      </button>
      <p className="w-full border-t border-hairline pt-4 text-base text-text-2">
        {text.noAccount}{' '}
        <Link
          to={paths.register}
          onClick={register}
          className="inline-flex min-h-11 items-center font-semibold text-brand-text"
        >
          {text.register}
        </Link>
      </p>
    </div>
  );
}
