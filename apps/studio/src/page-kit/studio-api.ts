// Requests of a page to the studio's server.
//
// Always true: a sent spin is repeated with the same client round id until it is answered, so a broken connection never
// creates two rounds. The bearer token is stored in this tab only.

import type {
  RefusalOnWire,
  RevealOnWire,
  RoundOnWire,
  RoundsOnWire,
  SessionOnWire,
  SpinOnWire,
  StateOnWire,
} from '#studio/wire/wire';

import { text } from './page.text.ts';

/** An expected rejection, with the message to show. */
export class StudioError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, { code, message }: RefusalOnWire) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** No response, because of the network or the studio. */
export class StudioUnreachable extends Error {}

const ANSWER_DEADLINE_MS = 15_000;

type Launch = { readonly operator: string; readonly gameCode: string; readonly token: string };

export class StudioApi {
  readonly gameCode: string;
  readonly #bearerKey: string;
  readonly #launchKey: string;
  #bearer: string | undefined;

  constructor(gameCode: string) {
    this.gameCode = gameCode;
    // A session belongs to one game. The key keeps its stored name.
    this.#bearerKey = `${gameCode}-seat`;
    this.#launchKey = `${gameCode}-launch`;
    this.#bearer = readTab(this.#bearerKey);
  }

  get hasSession(): boolean {
    return this.#bearer !== undefined;
  }

  /** Opens the session of the launch address, or loads the stored session of this tab. */
  async loadSession(
    operator: string | null,
    token: string | null,
    returnUrl: string | undefined,
  ): Promise<StateOnWire> {
    if (operator !== null && token !== null) {
      try {
        return await this.open({ operator, gameCode: this.gameCode, token }, returnUrl);
      } catch (error) {
        // After a reload before the address was cleaned, the token is spent but its session may exist.
        if (!(error instanceof StudioError) || !this.isOpenedBy(token)) throw error;
      }
    }
    if (!this.hasSession) throw new StudioError(401, { code: 'NO_SESSION', message: text.noSession });
    return this.state();
  }

  async open(launch: Launch, returnUrl: string | undefined): Promise<SessionOnWire> {
    const body = returnUrl === undefined ? launch : { ...launch, returnUrl };
    const session = await this.#request<SessionOnWire>('POST', 'session', body);
    this.#bearer = session.sessionToken;
    writeTab(this.#bearerKey, session.sessionToken);
    writeTab(this.#launchKey, launch.token);
    return session;
  }

  /** Whether this launch token opened this tab's session, so that the page was reloaded. */
  isOpenedBy(launchToken: string): boolean {
    return this.hasSession && readTab(this.#launchKey) === launchToken;
  }

  state(): Promise<StateOnWire> {
    return this.#request('GET', 'state');
  }

  spin(stake: string, clientRoundId: string): Promise<SpinOnWire> {
    return this.#request('POST', 'spin', { stake, clientRoundId });
  }

  decide(roundId: string, decision: string): Promise<SpinOnWire> {
    return this.#request('POST', 'decide', { roundId, decision });
  }

  round(roundId: string): Promise<RoundOnWire> {
    return this.#request('GET', `rounds/${encodeURIComponent(roundId)}`);
  }

  rounds(cursor: string | undefined): Promise<RoundsOnWire> {
    return this.#request('GET', cursor === undefined ? 'rounds' : `rounds?cursor=${encodeURIComponent(cursor)}`);
  }

  rotateSeeds(clientSeed: string): Promise<RevealOnWire> {
    return this.#request('POST', 'seed', { clientSeed });
  }

  async #request<Answer>(method: 'GET' | 'POST', what: string, body?: unknown): Promise<Answer> {
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(`/studio/v1/${what}`, {
        method,
        headers: {
          ...(this.#bearer !== undefined && { authorization: `Bearer ${this.#bearer}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_DEADLINE_MS),
      });
      answer = await response.json();
    } catch {
      throw new StudioUnreachable();
    }
    // The response to a rejected spin contains its round.
    if (response.ok || isSpin(answer)) return answer as Answer;
    if (response.status >= 500 && response.status !== 503) throw new StudioUnreachable();
    throw new StudioError(response.status, answer as RefusalOnWire);
  }
}

function isSpin(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'round' in answer;
}

/** A browser may deny storage to a frame of another site; a reload then loses the value. */
export function readTab(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // As above.
  }
}

/** Client round id, created before the studio has received the round. */
export function newRoundId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
