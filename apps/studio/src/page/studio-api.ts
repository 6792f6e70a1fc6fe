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
} from '#studio/wire';

import { text } from './page.text.ts';

/** An expected no, with the sentence to show. */
export class StudioRefusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, { code, message }: RefusalOnWire) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** No answer: the network, or the studio itself. */
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
    // A seat at one game is none at another.
    this.#bearerKey = `${gameCode}-seat`;
    this.#launchKey = `${gameCode}-launch`;
    this.#bearer = readTab(this.#bearerKey);
  }

  get hasSeat(): boolean {
    return this.#bearer !== undefined;
  }

  /** The seat that the address brings, or the one that this tab has. */
  async seat(operator: string | null, token: string | null, returnUrl: string | undefined): Promise<StateOnWire> {
    if (operator !== null && token !== null) {
      try {
        return await this.open({ operator, gameCode: this.gameCode, token }, returnUrl);
      } catch (error) {
        // A reload before the address was cleaned: the token is spent, the seat may still be there.
        if (!(error instanceof StudioRefusal) || !this.hasSeatFrom(token)) throw error;
      }
    }
    if (!this.hasSeat) throw new StudioRefusal(401, { code: 'NO_SEAT', message: text.noSeat });
    return this.state();
  }

  async open(launch: Launch, returnUrl: string | undefined): Promise<SessionOnWire> {
    const body = returnUrl === undefined ? launch : { ...launch, returnUrl };
    const session = await this.#ask<SessionOnWire>('POST', 'session', body);
    this.#bearer = session.sessionToken;
    writeTab(this.#bearerKey, session.sessionToken);
    writeTab(this.#launchKey, launch.token);
    return session;
  }

  /** Whether this tab's seat came from this launch: a spent token then only means that the page was loaded again. */
  hasSeatFrom(launchToken: string): boolean {
    return this.hasSeat && readTab(this.#launchKey) === launchToken;
  }

  state(): Promise<StateOnWire> {
    return this.#ask('GET', 'state');
  }

  spin(stake: string, clientRoundId: string): Promise<SpinOnWire> {
    return this.#ask('POST', 'spin', { stake, clientRoundId });
  }

  decide(roundId: string, decision: string): Promise<SpinOnWire> {
    return this.#ask('POST', 'decide', { roundId, decision });
  }

  round(roundId: string): Promise<RoundOnWire> {
    return this.#ask('GET', `rounds/${encodeURIComponent(roundId)}`);
  }

  rounds(cursor: string | undefined): Promise<RoundsOnWire> {
    return this.#ask('GET', cursor === undefined ? 'rounds' : `rounds?cursor=${encodeURIComponent(cursor)}`);
  }

  rotateSeeds(clientSeed: string): Promise<RevealOnWire> {
    return this.#ask('POST', 'seed', { clientSeed });
  }

  async #ask<Answer>(method: 'GET' | 'POST', what: string, body?: unknown): Promise<Answer> {
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
    // A refused spin is an answer about its round and carries it.
    if (response.ok || isSpin(answer)) return answer as Answer;
    if (response.status >= 500 && response.status !== 503) throw new StudioUnreachable();
    throw new StudioRefusal(response.status, answer as RefusalOnWire);
  }
}

function isSpin(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'round' in answer;
}

/** A frame of another site may be denied storage: then this tab forgets on reload, and nothing else. */
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

/** The name of a round before the studio has heard of it. */
export function newRoundId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
