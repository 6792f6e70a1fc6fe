// The rows of an import: each is one action of the person who requested it.
//
// Always true: a row runs with the roles that the person has now, as an action with an entry of its own and a key of
// the row, so that a row which comes again is done once. A person who lost the role gets no further row done.
//
// Elsewhere: jobs and rows (modules/imports/imports.ts), the files (modules/operators/block-import.ts).

import { isActionName } from '@chaba/contract/back-office/actions';

import { ImportError, runImports } from '#modules/imports';
import { listSites } from '#modules/site';
import { formatImport, toRowOutcome } from '#operators/block-import';
import { loadJobActing } from '#operators/job-session';
import { OperatorError } from '#operators/operator-error';
import { performAction } from '#operators/actions';

import type { BackOfficeContext } from './context.ts';

export type ImportRunner = { run(): Promise<void>; stop(): Promise<void> };

/** Runs the jobs of all sites; a second call while one runs does nothing. */
export function createImportRunner(context: BackOfficeContext): ImportRunner {
  let isStopping = false;
  let running: Promise<void> | undefined;
  const runAll = async (): Promise<void> => {
    for (const { id } of await listSites(context.database)) {
      await runImports(context.database, id, {
        runRow: (job, row) => runRow(context, id, { job, row }),
        isStopping: () => isStopping,
        onError: (error, importId) =>
          context.log.error({ err: error, site: id, import: String(importId) }, 'import interrupted'),
      });
    }
  };
  return {
    run() {
      running ??= runAll().finally(() => {
        running = undefined;
      });
      return running;
    },
    async stop() {
      isStopping = true;
      await running?.catch(() => undefined);
    },
  };
}

type RunRow = Parameters<typeof runImports>[2]['runRow'];

async function runRow(
  { database, signIn }: BackOfficeContext,
  siteId: number,
  { job, row }: { readonly job: Parameters<RunRow>[0]; readonly row: Parameters<RunRow>[1] },
): Promise<string> {
  const { action } = job;
  const name = formatImport(job.importId);
  const acting = await loadJobActing(database, siteId, { operatorId: job.requestedBy, job: `import ${name}` });
  if (acting === undefined || !isActionName(action)) throw new ImportError('ACCESS_ENDED');
  const key = `import-${name}-${row.rowNo}`;
  try {
    const request = { input: row.input, reason: row.reason ?? job.reason, key, isAloneOnly: true };
    return toRowOutcome(await performAction(signIn, acting, action, request));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    if (error.code === 'PERMISSION_MISSING') throw new ImportError('ACCESS_ENDED');
    return toRowOutcome(error);
  }
}
