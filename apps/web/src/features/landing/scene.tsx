// The night market behind the headline: drawn, not photographed; dark in both modes. It is in the HTML
// of the server, before React is there.

import { heroPictures } from '#art/gallery';

export function Scene() {
  return (
    <>
      <picture>
        <source media="(min-width: 640px)" srcSet={heroPictures.wide} />
        <img
          src={heroPictures.phone}
          alt=""
          fetchPriority="high"
          decoding="sync"
          className="absolute inset-0 size-full object-cover object-bottom"
        />
      </picture>
      <div aria-hidden="true" className="veil" />
    </>
  );
}
