// Lobby state in the address: category in the path, all other filters in the query. A reload, a link and the way back
// from a game therefore restore the same lobby.

import { gameMechanics } from '@chaba/contract/codes';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';

import { SEARCH_PARAMETER } from '#lib/games/lobby-search';
import { paths } from '#lib/paths';

import {
  type Category,
  findCategory,
  type PlayKind,
  PROVIDER_PARAMETER,
  type View,
  type VolatilityClass,
  type Wanted,
} from './lobby-entries.ts';

const VIEW_PARAMETER = 'view';
const OPEN_PARAMETER = 'open';
const MECHANIC_PARAMETER = 'mechanic';
const VOLATILITY_PARAMETER = 'volatility';
export const volatilities: readonly VolatilityClass[] = [1, 2, 3, 4, 5];

export type LobbyAddress = Wanted & {
  readonly showCategory: (category: Category | undefined) => void;
  readonly showView: (view: View) => void;
  readonly showProvider: (ch: string) => void;
  readonly showOnlyOpen: (isOnlyOpen: boolean) => void;
  readonly showMechanic: (mechanic: PlayKind | undefined) => void;
  readonly showVolatility: (volatility: VolatilityClass | undefined) => void;
  readonly showAll: () => void;
};

/** `fixed`: the page of one category, whose address has no parameter for it. */
export function useLobbyAddress(fixed: Category | undefined): LobbyAddress {
  const { category } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const view = parameters.get(VIEW_PARAMETER);

  function set(name: string, value: string): void {
    setParameters(
      (known) => {
        if (value === '') known.delete(name);
        else known.set(name, value);
        return known;
      },
      { replace: true },
    );
  }

  return {
    category: fixed ?? findCategory(category),
    view: view === 'recent' || view === 'favourites' ? view : 'providers',
    query: parameters.get(SEARCH_PARAMETER) ?? '',
    ch: parameters.get(PROVIDER_PARAMETER) ?? '',
    isOnlyOpen: parameters.has(OPEN_PARAMETER),
    mechanic: gameMechanics.find((mechanic) => mechanic === parameters.get(MECHANIC_PARAMETER)),
    volatility: volatilities.find((volatility) => String(volatility) === parameters.get(VOLATILITY_PARAMETER)),
    showCategory: (wanted) => {
      const kept = new URLSearchParams(search);
      // The selected provider may have no games in the other category.
      kept.delete(PROVIDER_PARAMETER);
      const path = wanted === undefined ? paths.member.game : paths.member.gameCategory(wanted);
      void navigate({ pathname: path, search: String(kept) }, { replace: true, state: { isFocusOnCategory: true } });
    },
    showView: (wanted) => set(VIEW_PARAMETER, wanted === 'providers' ? '' : wanted),
    showProvider: (wanted) => set(PROVIDER_PARAMETER, wanted),
    showMechanic: (wanted) => set(MECHANIC_PARAMETER, wanted ?? ''),
    showVolatility: (wanted) => set(VOLATILITY_PARAMETER, String(wanted ?? '')),
    showOnlyOpen: (isOnlyOpen) => set(OPEN_PARAMETER, isOnlyOpen ? '1' : ''),
    showAll: () => void navigate(paths.member.game, { replace: true }),
  };
}
