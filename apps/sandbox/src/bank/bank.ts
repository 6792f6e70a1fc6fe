// The sandbox bank: its doors.

import type { FastifyInstance } from 'fastify';

import type { Sandbox } from '#core/sandbox';

export function bankRoutes(_app: FastifyInstance, _sandbox: Sandbox): void {}
