// /user/play/{ch}/{gameCode}: one game on the whole screen, below a thin bar.
//
//     requesting a launch URL ──▶ framed
//              └──refused──▶ the reason, retry or back
//
// Always true: every visit and every reload requests a new launch URL, because one is valid once and for a minute; the
// studio resumes an open round. Back leads to the previous page.
//
// Elsewhere: the launch (server, play), the balance in the bar (game-balance.ts).

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';

import { paths } from '#lib/paths';
import { queryKeys } from '#lib/api/query-keys';
import { isApiError, getErrorMessage } from '#lib/api/api-error';
import { leaveOverlays, listOverlayMarks } from '#lib/react/overlay-history';
import { Button } from '#ui/button';
import { useDialog } from '#ui/dialog';
import { ErrorState } from '#ui/error-state';
import { Spinner } from '@chaba/ui/spinner';

import { useGameBalance } from './game-balance.ts';
import { GameBar } from './game-bar.tsx';
import { GameFrame } from './game-frame.tsx';
import { requestLaunch, launchQuery, useCatalogue, type LaunchParams } from './games.queries.ts';
import { text } from './game-page.text.ts';
import { getProviderGamesPath } from './lobby-entries.ts';
import { useTimeLeft } from './time-left.ts';

export function GamePage() {
  const { ch = '', gameCode: named } = useParams();
  const { providers, games, isLoading, isWhole, hasFailed } = useCatalogue();
  const provider = providers.find((known) => known.ch === ch);
  const own = games.filter((known) => known.ch === ch);
  const game = own.find((known) => known.gameCode === named) ?? (named === undefined ? own[0] : undefined);
  const gameCode = named ?? game?.gameCode;
  // Without a game code the catalogue decides: a single game, a choice of games, or the provider's own lobby. A tile
  // that is pressed before the games are loaded also leads here.
  const isToChoose = named === undefined && own.length > 1;
  const isDecided = !isLoading && !isToChoose && (named !== undefined || isWhole || hasFailed);
  const params: LaunchParams = { ch, gameCode, gameType: game?.gameType ?? provider?.gameType ?? '*' };
  const name = game?.name ?? provider?.name ?? '';
  const { data: launched, error, isFetching, refetch } = useQuery({ ...launchQuery(params), enabled: isDecided });
  const url = launched?.url;
  const { balance, isHeld } = useGameBalance(url);
  const goBack = useCloseOnBack();
  const minutesLeft = useTimeLeft(launched?.isTimed === true, goBack);
  const openInTab = useNewTab(params, goBack);
  const queryClient = useQueryClient();
  const isTimeUp = isOverTime(error);

  // Queries are refreshed when the game is left.
  useEffect(
    () => () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      void queryClient.invalidateQueries({ queryKey: queryKeys.openRounds });
      void queryClient.invalidateQueries({ queryKey: queryKeys.memberGames });
    },
    [queryClient],
  );

  if (isToChoose) return <Navigate to={getProviderGamesPath(ch)} replace />;
  return (
    <div className="fixed inset-0 flex flex-col bg-bg">
      <GameBar
        name={name}
        balance={balance}
        isHeld={isHeld}
        minutesLeft={isTimeUp ? 0 : minutesLeft}
        onBack={goBack}
        onNewTab={openInTab}
      />
      <main id="main" tabIndex={-1} aria-label={name} className="flex min-h-0 flex-1 flex-col outline-none">
        {url === undefined && error === null && <Opening />}
        {error !== null && (
          <div className="m-auto">
            <ErrorState
              title={getErrorTitle(error)}
              sentence={getErrorMessage(error)}
              {...(isFetching || isTimeUp ? {} : { onRetry: () => void refetch() })}
            />
            <p className="-mt-7 text-center">
              <Button variant="quiet" onClick={goBack}>
                {text.backToLobby}
              </Button>
            </p>
          </div>
        )}
        {url !== undefined && error === null && <GameFrame key={url} url={url} name={name} onNewTab={openInTab} />}
      </main>
    </div>
  );
}

const isOverTime = (error: unknown): boolean => isApiError(error, 'TIME_LIMIT_REACHED');
const getErrorTitle = (error: unknown): string => (isOverTime(error) ? text.timeUp : text.openFailed);

function Opening() {
  return (
    <p className="m-auto flex flex-col items-center gap-3 text-base text-text-2">
      <Spinner label={text.opening} />
      <span aria-hidden="true">{text.opening}</span>
    </p>
  );
}

/** A game can add history entries of its own; then the lobby is opened instead of going back one entry. */
function useCloseOnBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const lengthAtFirst = useRef(globalThis.history.length);

  async function leave(): Promise<void> {
    const isAlone = key === 'default';
    // A dialog over the game has a history entry of its own.
    const over = listOverlayMarks().length;
    if (isAlone || globalThis.history.length - over !== lengthAtFirst.current) {
      await leaveOverlays();
      await navigate(paths.member.game, { replace: true });
      return;
    }
    await navigate(-1 - over);
  }

  return () => void leave();
}

function useNewTab(params: LaunchParams, leave: () => void): () => void {
  const { showMessage } = useDialog();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  return () => {
    // The tab must open during the press; browsers block a later one.
    const tab = globalThis.open('', '_blank');
    void requestLaunch(params).then(
      ({ url }) => {
        if (tab) tab.location.replace(url);
        // Does not navigate if the member has left the game meanwhile.
        if (!isHere.current) return;
        if (!tab) globalThis.location.assign(url);
        // A game has one session: the new tab owns it now.
        leave();
      },
      async (error: unknown) => {
        tab?.close();
        if (isHere.current) {
          await showMessage({ message: getErrorMessage(error), title: getErrorTitle(error), tone: 'failure' });
        }
      },
    );
  };
}
