// Empty state: a title, one line of help, one action, and an unlit lantern as a line drawing.

import type { ReactNode } from 'react';

export function EmptyState({
  title,
  help,
  action,
}: {
  readonly title: string;
  readonly help?: string;
  readonly action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center px-4 py-10 text-center">
      <UnlitLantern />
      <p className="mt-6 text-title-2 text-balance">{title}</p>
      {help && <p className="mt-1 text-base text-balance text-text-2">{help}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}

function UnlitLantern() {
  return (
    <svg
      aria-hidden="true"
      width="160"
      height="112"
      viewBox="0 0 160 112"
      fill="none"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <g className="stroke-line-strong">
        <path d="M80 20v12M70 34h20l12 20-12 20H70L58 54ZM74 34l-5 20 5 20M86 34l5 20-5 20M58 54h44M70 74l3 5h14l3-5M74 79v16M80 79v22M86 79v16" />
        <path d="M0 2Q80 34 160 2M16 108h44M100 108h44" className="stroke-line" />
      </g>
      <g className="stroke-brand-text">
        <circle cx="32" cy="17" r="4" />
        <circle cx="60" cy="22" r="4" />
        <circle cx="100" cy="22" r="4" />
        <circle cx="128" cy="17" r="4" />
      </g>
    </svg>
  );
}
