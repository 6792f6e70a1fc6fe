// Conversions of the reference wallet: decimal texts to 1/10,000 baht and back, raw bodies to objects.

export type WireBody = Readonly<Record<string, unknown>>;

export const UNIT = 10_000n;
const AMOUNT = /^(0|[1-9]\d{0,11})(\.\d{1,4})?$/;

export function parseAmount(amount: unknown): bigint | undefined {
  if (typeof amount !== 'string' || !AMOUNT.test(amount)) return undefined;
  const [whole = '0', decimals = ''] = amount.split('.');
  return BigInt(whole) * UNIT + BigInt(decimals.padEnd(4, '0'));
}

export function formatAmount(parts: bigint): string {
  const size = parts < 0n ? -parts : parts;
  return `${parts < 0n ? '-' : ''}${size / UNIT}.${String(size % UNIT).padStart(4, '0')}`;
}

export const toText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

export function parseObject(raw: Buffer): WireBody | undefined {
  try {
    const parsed: unknown = JSON.parse(raw.toString('utf8'));
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as WireBody) : undefined;
  } catch {
    return undefined;
  }
}
