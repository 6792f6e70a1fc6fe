// The address of the chat service, made from the configuration's support id.

/** A LINE id ("@chaba") or an https address of LINE; anything else has no chat. */
export function chatAddress(lineId: string): string | undefined {
  const id = lineId.trim();
  if (id === '') return undefined;
  if (/^https:\/\/(?:[\w-]+\.)*(?:line\.me|lin\.ee)\//i.test(id)) return id;
  return /^[@~\w.-]{1,64}$/.test(id) ? `https://line.me/R/ti/p/${encodeURIComponent(id)}` : undefined;
}
