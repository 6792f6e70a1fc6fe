// The address of the chat service, made from the configuration's support id.

/** Spec §9: the initial state has a support id, so that help is available without a configuration. */
export const FALLBACK_SUPPORT_ID = '@chaba';

/** A LINE id ("@chaba") or an https address of LINE; anything else leads to the fallback id. */
export function buildChatUrl(lineId: string): string {
  const id = lineId.trim();
  if (/^https:\/\/(?:[\w-]+\.)*(?:line\.me|lin\.ee)\//i.test(id)) return id;
  return `https://line.me/R/ti/p/${encodeURIComponent(/^[@~\w.-]{1,64}$/.test(id) ? id : FALLBACK_SUPPORT_ID)}`;
}
