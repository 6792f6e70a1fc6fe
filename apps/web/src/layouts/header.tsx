// Headers: `MainHeader` with menu button and logo, `BackHeader` with back button and page title. The right side
// differs: balance for a member, login and register for a visitor.

import { ChevronLeft, Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';

import { classNames } from '@chaba/ui/class-names';
import { canGoBack } from './earlier-page.ts';
import { preloadOverlays } from '#ui/dialog';
import { IconButton } from '#ui/icon-button';

import { SiteLogo } from './site-logo.tsx';
import { text } from './layouts.text.ts';

const BAR = 'flex min-h-15 flex-wrap items-center gap-2 lg:min-h-17';

export function MainHeader({
  homePath,
  onMenu,
  isLogoHiddenOnDesktop = false,
  start,
  children,
}: {
  readonly homePath: string;
  readonly onMenu: () => void;
  readonly isLogoHiddenOnDesktop?: boolean;
  readonly start?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={classNames(BAR, 'pr-3 pl-2')}>
      <IconButton
        label={text.openMenu}
        onClick={onMenu}
        onPointerDown={preloadOverlays}
        className="text-current!"
        icon={<Menu aria-hidden="true" size={24} strokeWidth={1.75} />}
      />
      <span className={classNames('min-w-[4rem] flex-1', isLogoHiddenOnDesktop && 'lg:hidden')}>
        <SiteLogo to={homePath} />
      </span>
      {start}
      <div className="ml-auto flex max-w-full flex-none flex-wrap items-center justify-end gap-2">{children}</div>
    </div>
  );
}

export function BackHeader({
  title,
  fallbackPath,
  children,
}: {
  readonly title: string;
  /** Target of the back button when the visit began on this page. */
  readonly fallbackPath: string;
  readonly children?: ReactNode;
}) {
  const navigate = useNavigate();

  function goBack() {
    void (canGoBack() ? navigate(-1) : navigate(fallbackPath, { replace: true }));
  }

  return (
    <div className={classNames(BAR, 'gap-1! pr-3 pl-1')}>
      <IconButton
        label={text.back}
        onClick={goBack}
        icon={<ChevronLeft aria-hidden="true" size={24} strokeWidth={1.75} />}
      />
      <h1 className="min-w-[4rem] flex-1 text-[1.1875rem] leading-[1.4] font-semibold text-balance">{title}</h1>
      <div className="ml-auto flex max-w-full flex-none flex-wrap items-center justify-end gap-2">{children}</div>
    </div>
  );
}
