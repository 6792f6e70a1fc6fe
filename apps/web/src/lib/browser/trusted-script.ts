// Script addresses that the page may load. The content security policy requires Trusted Types, so an address that did
// not pass here loads nothing.
//
// Always true: only our own origin passes. The policy's name is the one that the server allows.

type ScriptPolicy = { readonly createScriptURL: (url: string) => string };
type Factory = { readonly createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy };

let policy: ScriptPolicy | undefined;

/** The address as the browser requires it; browsers without Trusted Types take a string. */
export function toTrustedScriptUrl(url: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Factory };
  policy ??= trustedTypes?.createPolicy('app', { createScriptURL: requireOwnAddress }) ?? {
    createScriptURL: requireOwnAddress,
  };
  return policy.createScriptURL(url);
}

function requireOwnAddress(url: string): string {
  const address = new URL(url, globalThis.location.href);
  if (address.origin !== globalThis.location.origin) throw new TypeError(`not a script of ours: ${url}`);
  return address.href;
}
