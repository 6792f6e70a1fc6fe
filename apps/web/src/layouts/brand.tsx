// The brand: its logo picture when the configuration has one, else our mark and the name.

import { Link } from 'react-router';

import { useSite } from '#lib/site';
import { Mark } from '#ui/mark';

export function Brand({ to }: { readonly to: string }) {
  const { site } = useSite();
  return (
    <Link to={to} className="flex min-h-11 min-w-0 items-center gap-2 text-[1.375rem] leading-[1.4] font-semibold">
      {site.logoUrl ? (
        <img src={site.logoUrl} alt={site.appName} height={36} className="h-9 max-w-36 object-contain" />
      ) : (
        <>
          <Mark size={32} className="-mt-px" />
          <span className="truncate">{site.appName}</span>
        </>
      )}
    </Link>
  );
}
