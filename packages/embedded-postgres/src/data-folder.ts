// The files of the embedded PostgreSQL, in a folder that the database's user can enter.
//
// Always true: a cluster is renamed to its place when it is complete, so an interrupted first start leaves nothing that
// looks like one. If only root can enter the data folder, the data is under /var/lib/chaba and DATA_DIR/postgres is a
// link to it, so that deleting or moving the data folder has its usual effect.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { asUser, canEnter, type SystemUser } from './user.ts';

const RELOCATED_ROOT = '/var/lib/chaba';

type Creation = { readonly initdb: string; readonly owner: string; readonly password: string };

/** The folder of the cluster of this data folder, created when there is none. */
export function placeCluster(dataDir: string, user: SystemUser | undefined, creation: () => Creation): string {
  const place = path.join(dataDir, 'postgres');
  if (fs.existsSync(path.join(place, 'PG_VERSION'))) return prepareCluster(dataDir, place, user);
  const isReachable = canEnter(user, dataDir);
  const cluster = isReachable ? place : outsidePlace(dataDir);
  const unfinished = `${cluster}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  if (user !== undefined) fs.chownSync(unfinished, user.uid, user.gid);
  initialise(unfinished, user, creation());
  fs.renameSync(unfinished, cluster);
  if (!isReachable) linkTo(cluster, place);
  return cluster;
}

/** A plain copy loses the mode that PostgreSQL requires; a restore, or another account before, sets another user. */
function prepareCluster(dataDir: string, place: string, user: SystemUser | undefined): string {
  const cluster = fs.realpathSync(place);
  fs.chmodSync(cluster, 0o700);
  if (user === undefined) return cluster;
  giveTo(cluster, user);
  if (canEnter(user, cluster)) return cluster;
  // A backup that was restored into a closed folder, or a folder that was closed since: the data moves as a whole.
  const outside = outsidePlace(dataDir);
  run('cp', ['-a', cluster, outside], `The data in ${place} could not be copied to ${outside}.`);
  giveTo(outside, user);
  const before = `${place}.before`;
  fs.renameSync(place, before);
  linkTo(outside, place);
  fs.rmSync(before, { recursive: true, force: true });
  return outside;
}

function outsidePlace(dataDir: string): string {
  const folder = path.join(RELOCATED_ROOT, randomBytes(8).toString('hex'));
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  fs.writeFileSync(path.join(folder, 'belongs-to'), `${dataDir}\n`);
  return path.join(folder, 'postgres');
}

function linkTo(cluster: string, place: string): void {
  fs.rmSync(place, { force: true });
  fs.symlinkSync(cluster, place);
}

function giveTo(cluster: string, user: SystemUser): void {
  if (fs.statSync(cluster).uid === user.uid) return;
  const error = `The data in ${cluster} could not be given to the user ${user.name}.`;
  run('chown', ['-R', `${user.uid}:${user.gid}`, cluster], error);
}

function run(command: string, args: readonly string[], error: string): void {
  if (spawnSync(command, args, { stdio: 'ignore' }).status !== 0) throw new Error(error);
}

function initialise(place: string, user: SystemUser | undefined, { initdb, owner, password }: Creation): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-initdb-'));
  try {
    const passwordFile = path.join(folder, 'password');
    fs.writeFileSync(passwordFile, password, { mode: 0o600 });
    if (user !== undefined) for (const one of [folder, passwordFile]) fs.chownSync(one, user.uid, user.gid);
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    const access = [`--username=${owner}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    const { status, stderr } = spawnSync(initdb, ['-D', place, ...locale, ...access, '--data-checksums'], {
      ...asUser(user),
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The database could not be created in ${place}: ${stderr.trim()}`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
