// Formats digits in groups.

/** Dashes between groups; digits beyond the groups follow the last dash. */
export function groupDigits(digits: string, groups: readonly number[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const [index, size] of groups.entries()) {
    if (at >= digits.length) break;
    const isLast = index === groups.length - 1;
    parts.push(isLast ? digits.slice(at) : digits.slice(at, at + size));
    at += size;
  }
  return parts.join('-');
}

export const PHONE_GROUPS = [3, 3, 4] as const;
