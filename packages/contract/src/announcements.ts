// Announcements as the site's configuration carries them: place, audience, text, time.

import * as z from 'zod/mini';

import { timestampSchema } from './amounts.ts';
import { announcementAudiences, announcementPlaces } from './codes.ts';

export const announcement = z.object({
  id: z.string(),
  place: z.enum(announcementPlaces),
  audience: z.enum(announcementAudiences),
  /** Plain text. */
  text: z.string(),
  /** An https address or a path; empty: none. */
  image: z.string(),
  /** Of one that begins in the next minutes. */
  startsAt: z.optional(timestampSchema),
  endsAt: timestampSchema,
});
