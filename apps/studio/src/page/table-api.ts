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
} from '#studio/tables/table-wire';
import type { RefusalOnWire } from '#studio/wire';

import { text } from './page.text.ts';
import { readTab, StudioRefusal, StudioUnreachable, writeTab } from './studio-api.ts';

const ANSWER_DEADLINE_MS = 15_000;

export class TableApi {
  readonly gameCode: string;
  #bearer: string | undefined;

  constructor(gameCode: string) {
    this.gameCode = gameCode;
    this.#bearer = readTab(`${gameCode}-seat`);
  }

  /** The seat that the address brings, or the one that this tab has. */
  async seat(query: URLSearchParams): Promise<TableStateOnWire> {
    const [operator, token] = [query.get('operator'), query.get('token')];
    if (operator !== null && token !== null) {
      try {
        const returnUrl = query.get('return') ?? undefined;
        const launch = { operator, gameCode: this.gameCode, token, ...(returnUrl !== undefined && { returnUrl }) };
        const session = await this.#ask<TableSessionOnWire>('POST', 'session', launch);
        this.#bearer = session.sessionToken;
        writeTab(`${this.gameCode}-seat`, session.sessionToken);
        writeTab(`${this.gameCode}-launch`, token);
        return session;
      } catch (error) {
        // A reload before the address was cleaned: the token is spent, the seat may still be there.
        const isOwn = readTab(`${this.gameCode}-launch`) === token && this.#bearer !== undefined;
        if (!(error instanceof StudioRefusal) || !isOwn) throw error;
      }
    }
    if (this.#bearer === undefined) throw new StudioRefusal(401, { code: 'NO_SEAT', message: text.noSeat });
    return this.state();
  }

  state(): Promise<TableStateOnWire> {
    return this.#ask('GET', 'state');
  }

  tickets(cursor?: string): Promise<TicketsOnWire> {
    return this.#ask('GET', cursor === undefined ? 'tickets' : `tickets?cursor=${encodeURIComponent(cursor)}`);
  }

  async place(clientTicketId: string, positions: readonly PositionOnWire[]): Promise<TicketOnWire> {
    const answer = await this.#ask<{ ticket: TicketOnWire }>('POST', 'tickets', { clientTicketId, positions });
    return answer.ticket;
  }

  async cancel(ticketId: string): Promise<TicketOnWire> {
    return (await this.#ask<{ ticket: TicketOnWire }>('POST', 'cancel', { ticketId })).ticket;
  }

  async #ask<Answer>(method: 'GET' | 'POST', what: string, body?: unknown): Promise<Answer> {
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
    // A refused stake is an answer about its ticket and carries it.
    if (response.ok || (typeof answer === 'object' && answer !== null && 'ticket' in answer)) return answer as Answer;
    if (response.status >= 500 && response.status !== 503) throw new StudioUnreachable();
    throw new StudioRefusal(response.status, answer as RefusalOnWire);
  }
}
