// Requests of a table page to the studio's server. The bearer token is stored in this tab only.
//
// Always true: a sent bet is repeated with the same client id until it is answered, so a broken connection never
// creates two bets.

import type {
  PositionOnWire,
  TableSessionOnWire,
  TableStateOnWire,
  TicketOnWire,
  TicketsOnWire,
} from '#studio/wire/table-wire';
import type { RefusalOnWire } from '#studio/wire/wire';

import { text } from './page.text.ts';
import { readTab, StudioError, StudioUnreachable, writeTab } from './studio-api.ts';

const ANSWER_DEADLINE_MS = 15_000;

export class TableApi {
  readonly gameCode: string;
  #bearer: string | undefined;

  constructor(gameCode: string) {
    this.gameCode = gameCode;
    this.#bearer = readTab(`${gameCode}-seat`);
  }

  /** Opens the session of the launch address, or loads the stored session of this tab. */
  async loadSession(query: URLSearchParams): Promise<TableStateOnWire> {
    const [operator, token] = [query.get('operator'), query.get('token')];
    if (operator !== null && token !== null) {
      try {
        const returnUrl = query.get('return') ?? undefined;
        const launch = { operator, gameCode: this.gameCode, token, ...(returnUrl !== undefined && { returnUrl }) };
        const session = await this.#request<TableSessionOnWire>('POST', 'session', launch);
        this.#bearer = session.sessionToken;
        writeTab(`${this.gameCode}-seat`, session.sessionToken);
        writeTab(`${this.gameCode}-launch`, token);
        return session;
      } catch (error) {
        // After a reload before the address was cleaned, the token is spent but its session may exist.
        const isOwn = readTab(`${this.gameCode}-launch`) === token && this.#bearer !== undefined;
        if (!(error instanceof StudioError) || !isOwn) throw error;
      }
    }
    if (this.#bearer === undefined) throw new StudioError(401, { code: 'NO_SESSION', message: text.noSession });
    return this.state();
  }

  state(): Promise<TableStateOnWire> {
    return this.#request('GET', 'state');
  }

  tickets(cursor?: string): Promise<TicketsOnWire> {
    return this.#request('GET', cursor === undefined ? 'tickets' : `tickets?cursor=${encodeURIComponent(cursor)}`);
  }

  async place(clientTicketId: string, positions: readonly PositionOnWire[]): Promise<TicketOnWire> {
    const answer = await this.#request<{ ticket: TicketOnWire }>('POST', 'tickets', { clientTicketId, positions });
    return answer.ticket;
  }

  async cancel(ticketId: string): Promise<TicketOnWire> {
    return (await this.#request<{ ticket: TicketOnWire }>('POST', 'cancel', { ticketId })).ticket;
  }

  async #request<Answer>(method: 'GET' | 'POST', what: string, body?: unknown): Promise<Answer> {
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(`/studio/v1/tables/${what}`, {
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
    // The response to a rejected stake contains its ticket.
    if (response.ok || (typeof answer === 'object' && answer !== null && 'ticket' in answer)) return answer as Answer;
    if (response.status >= 500 && response.status !== 503) throw new StudioUnreachable();
    throw new StudioError(response.status, answer as RefusalOnWire);
  }
}
