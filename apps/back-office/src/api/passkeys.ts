// Passkeys in the browser, by its own JSON forms.

/** Passkeys need a host name (not an address) and a secure context. */
export function canUsePasskeys(): boolean {
  return (
    globalThis.isSecureContext &&
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
    !/^[\d.]+$|^\[/.test(location.hostname)
  );
}

/** Creates a passkey from the options of the server. */
export async function createPasskey(options: unknown): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const made = await navigator.credentials.create({ publicKey });
  return toJson(made);
}

/** Uses a passkey for the challenge of the server. */
export async function getPasskey(options: unknown): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const used = await navigator.credentials.get({ publicKey });
  return toJson(used);
}

function toJson(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey was used');
  return credential.toJSON();
}
