// The site's logo: the configured picture if it loads, otherwise our mark and the site's name.

import { useState } from 'react';

import { useSite } from '#lib/site/site';
import { Mark } from '#ui/mark';
import { Link } from '#ui/link';

export function SiteLogo({ to }: { readonly to: string }) {
  const { site } = useSite();
  const [missing, setMissing] = useState('');
  return (
    <Link to={to} className="flex min-h-11 min-w-0 items-center gap-2 text-[1.375rem] leading-[1.4] font-semibold">
      {site.logoUrl && site.logoUrl !== missing ? (
        <img
          src={site.logoUrl}
          alt={site.appName}
          height={36}
          // The logo hidden at this width is not fetched.
          loading="lazy"
          onError={() => setMissing(site.logoUrl)}
          className="h-9 max-w-36 object-contain"
        />
      ) : (
        <>
          <Mark size={32} loading="lazy" className="-mt-px" />
          <span className="truncate">{site.appName}</span>
        </>
      )}
    </Link>
  );
}
