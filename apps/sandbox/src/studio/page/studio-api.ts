// What a page asks of the studio's server.
//
// Always true: a spin that was sent is asked about with the same client round id until an answer comes, so
// a broken connection never makes two rounds. The bearer token lives in this tab only.

import type {
  RefusalOnWire,
  RevealOnWire,
  RoundOnWire,
  RoundsOnWire,
  SessionOnWire,
  SpinOnWire,
  StateOnWire,
} from '#studio/wire';

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
const BEARER_KEY = 'chaba-studio-seat';
const LAUNCH_KEY = 'chaba-studio-launch';

export type Launch = { readonly operator: string; readonly gameCode: string; readonly token: string };

export class StudioApi {
  #bearer: string | undefined;

  constructor() {
    this.#bearer = readTab(BEARER_KEY);
  }

  get hasSeat(): boolean {
    return this.#bearer !== undefined;
  }

  async open(launch: Launch, returnUrl: string | undefined): Promise<SessionOnWire> {
    const body = returnUrl === undefined ? launch : { ...launch, returnUrl };
    const session = await this.#ask<SessionOnWire>('POST', 'session', body);
    this.#bearer = session.sessionToken;
    writeTab(BEARER_KEY, session.sessionToken);
    writeTab(LAUNCH_KEY, launch.token);
    return session;
  }

  /** Whether this tab's seat came from this launch: a spent token then only means that the page was loaded again. */
  hasSeatFrom(launchToken: string): boolean {
    return this.hasSeat && readTab(LAUNCH_KEY) === launchToken;
  }

  state(): Promise<StateOnWire> {
    return this.#ask('GET', 'state');
  }

  spin(stake: string, clientRoundId: string): Promise<SpinOnWire> {
    return this.#ask('POST', 'spin', { stake, clientRoundId });
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
