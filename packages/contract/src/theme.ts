// What a brand may say about its look: read at the door and by whoever writes it down.
//
// Always true: no other text of a brand ever becomes a style.

import * as z from 'zod/mini';

/** Three or six hex digits: no other text of a brand is ever taken for a colour. */
const hexColour = z.string().check(z.regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i));

/** A preset's name, or the parts of a theme. The web app shifts the colours until they can be read. */
export const siteTheme = z.union([
  z.string(),
  z.object({
    preset: z.optional(z.string()),
    mode: z.optional(z.enum(['dark', 'light', 'auto'])),
    brand: z.optional(hexColour),
    accent: z.optional(hexColour),
    radius: z.optional(z.enum(['sharp', 'soft', 'round'])),
    font: z.optional(z.enum(['anuphan', 'noto', 'noto-looped'])),
  }),
]);
