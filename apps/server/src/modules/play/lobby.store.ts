// SQL of the lobby: the games of a member, and the popular ones of a site. Rows in, rows out.

import { type Queryable, sql, type Transaction } from '@chaba/database';

type NamedGame = { readonly provider: string; readonly gameCode: string };
type MemberGameRow = NamedGame & { readonly playedAt: Date | null; readonly favouriteAt: Date | null };

export function listMemberGames(database: Queryable, siteId: number, memberId: bigint): Promise<MemberGameRow[]> {
  return database.rows(sql`
    select provider, game_code as "gameCode", played_at as "playedAt", favourite_at as "favouriteAt"
    from member_game where site_id = ${siteId} and member_id = ${memberId}
  `);
}

export async function recordLaunch(
  tx: Transaction,
  siteId: number,
  of: { readonly memberId: bigint; readonly provider: string; readonly gameCode: string },
): Promise<void> {
  await tx.execute(sql`
    insert into member_game (site_id, member_id, provider, game_code, played_at)
    values (${siteId}, ${of.memberId}, ${of.provider}, ${of.gameCode}, now())
    on conflict (site_id, member_id, provider, game_code) do update set played_at = excluded.played_at
  `);
}

export async function writeFavourite(
  tx: Transaction,
  siteId: number,
  to: {
    readonly memberId: bigint;
    readonly provider: string;
    readonly gameCode: string;
    readonly isFavourite: boolean;
  },
): Promise<void> {
  await tx.execute(
    to.isFavourite
      ? sql`
          insert into member_game (site_id, member_id, provider, game_code, favourite_at)
          values (${siteId}, ${to.memberId}, ${to.provider}, ${to.gameCode}, clock_timestamp())
          on conflict (site_id, member_id, provider, game_code)
            do update set favourite_at = coalesce(member_game.favourite_at, excluded.favourite_at)
        `
      : sql`
          update member_game set favourite_at = null
          where site_id = ${siteId} and member_id = ${to.memberId} and provider = ${to.provider}
            and game_code = ${to.gameCode}
        `,
  );
}

/** Removes the oldest favourites above the limit. */
export async function dropOldFavourites(
  tx: Transaction,
  siteId: number,
  of: { readonly memberId: bigint; readonly limit: number },
): Promise<void> {
  await tx.execute(sql`
    update member_game set favourite_at = null where site_id = ${siteId} and member_id = ${of.memberId}
      and favourite_at <= (
        select favourite_at from member_game where site_id = ${siteId} and member_id = ${of.memberId}
          and favourite_at is not null
        order by favourite_at desc offset ${of.limit} limit 1
      )
  `);
}

/** Games by players, most first; each member counts once per game. */
export function listPopularGames(
  database: Queryable,
  siteId: number,
  of: { readonly days: number; readonly playersMin: number; readonly limit: number },
): Promise<NamedGame[]> {
  return database.rows(sql`
    select provider, game_code as "gameCode" from member_game
    where site_id = ${siteId} and played_at >= now() - make_interval(days => ${of.days}::int)
    group by provider, game_code having count(*) >= ${of.playersMin}
    order by count(*) desc, provider, game_code limit ${of.limit}
  `);
}
