import type { FastifyRequest } from 'fastify';
import type { AUDIT_CHANNELS, AuditKind, AuditTarget } from '#contract/audit.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Actor } from '#service/identity/actor.ts';
import { requireActor } from '#service/identity/authenticate.ts';

export type AuditOrigin = {
  channel: (typeof AUDIT_CHANNELS)[number];
  ipAddress: string | null;
  userAgent: string | null;
  requestId: string | null;
};

export type AuditedActor = Actor & { origin: AuditOrigin };

/** For a failed sign-in, `userName` is whatever was entered. A server operator has neither an ID nor a name. */
export type AuditEntryActor = Pick<AuditedActor, 'tenantId' | 'clientId' | 'origin'> & {
  userId: number | null;
  userName: string | null;
};

export type AuditEntry = {
  kind: AuditKind;
  target?: { type: AuditTarget; id: string | number; name: string };
  /** Must not contain secrets or their hashes. */
  details?: Readonly<Record<string, unknown>>;
};

const MAX_TEXT_LENGTH = 256;

/** Writes an action to the audit log (S44): in the action's transaction, or separately if it was rejected. */
export const recordAudit = async (
  db: Database,
  { tenantId, userId, userName, clientId, origin }: AuditEntryActor,
  { kind, target, details = {} }: AuditEntry,
): Promise<void> => {
  await run(
    db,
    `insert into audit_event (tenant_id, kind, actor_id, actor_name, client_id, channel, address, agent, request_id,
                              target_type, target_id, target_name, details)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tenantId,
      kind,
      userId,
      truncate(userName),
      truncate(clientId),
      origin.channel,
      origin.ipAddress,
      truncate(origin.userAgent),
      origin.requestId,
      target?.type ?? null,
      target === undefined ? null : String(target.id),
      truncate(target?.name ?? null),
      JSON.stringify(details),
    ],
  );
};

export const readAuditedActor = (request: FastifyRequest): AuditedActor => ({
  ...requireActor(request),
  origin: readOrigin(request),
});

export const createOperatorActor = (
  tenantId: number,
  channel: 'command line' | 'provision file',
): AuditEntryActor => ({
  tenantId,
  userId: null,
  userName: null,
  clientId: null,
  origin: { channel, ipAddress: null, userAgent: null, requestId: null },
});

export const readOrigin = (request: FastifyRequest): AuditOrigin => ({
  channel: 'http',
  ipAddress: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  requestId: request.id,
});

/** Truncates text, and removes U+0000 and unpaired surrogates, which PostgreSQL rejects. */
const truncate = (text: string | null) =>
  text?.slice(0, MAX_TEXT_LENGTH).toWellFormed().replaceAll('\0', '') ?? null;
