import type { FastifyRequest } from 'fastify';
import type { AUDIT_CHANNELS, AuditKind, AuditTarget } from '#contract/audit.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Actor } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';

/** Where a request came from. */
export type Origin = {
  channel: (typeof AUDIT_CHANNELS)[number];
  ipAddress: string | null;
  userAgent: string | null;
  requestId: string | null;
};

/** An actor with the origin of the current request. Auditing needs an author; an author can be used wherever an actor can. */
export type Author = Actor & { origin: Origin };

/** The author of an audited action. `userName` may be a name that someone tried; system administrators have no user. */
export type AuditActor = Pick<Author, 'tenantId' | 'clientId' | 'origin'> & {
  userId: number | null;
  userName: string | null;
};

export type AuditEntry = {
  kind: AuditKind;
  target?: { type: AuditTarget; id: string | number; name: string };
  /** Never a secret, nor the hash of one. */
  details?: Readonly<Record<string, unknown>>;
};

const MAX_TEXT_LENGTH = 256;

/** Writes an action to the audit log (S44): in the transaction of the action, or on its own when the action was rejected. */
export const recordAudit = async (
  db: Database,
  { tenantId, userId, userName, clientId, origin }: AuditActor,
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
      shortened(userName),
      shortened(clientId),
      origin.channel,
      origin.ipAddress,
      shortened(origin.userAgent),
      origin.requestId,
      target?.type ?? null,
      target === undefined ? null : String(target.id),
      shortened(target?.name ?? null),
      JSON.stringify(details),
    ],
  );
};

/** The signed-in caller of a request, with the origin of the request. */
export const authorOf = (request: FastifyRequest): Author => ({
  ...actorOf(request),
  origin: originOf(request),
});

/** The administrator of the server, known only by the channel they used. */
export const operatorOf = (tenantId: number, channel: 'command line' | 'provision file'): AuditActor => ({
  tenantId,
  userId: null,
  userName: null,
  clientId: null,
  origin: { channel, ipAddress: null, userAgent: null, requestId: null },
});

export const originOf = (request: FastifyRequest): Origin => ({
  channel: 'http',
  ipAddress: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  requestId: request.id,
});

/** Slicing may cut a surrogate pair in half, which PostgreSQL would reject. */
const shortened = (text: string | null) =>
  text?.slice(0, MAX_TEXT_LENGTH).toWellFormed().replaceAll('\0', '') ?? null;
