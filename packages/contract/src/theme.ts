// Schema of a site's theme, checked on input by the route and by the operator command.
//
// Always true: no other text of a site becomes a style.

import * as z from 'zod/mini';

/** Three or six hex digits; no other notation is accepted as a colour. */
const hexColour = z.string().check(z.regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i));

/** A preset's name, or the parts of a theme. The web app adjusts the colours to legible contrast. */
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
