// The night market behind the headline: a drawing, dark in both modes. It is part of the rendered HTML.

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
