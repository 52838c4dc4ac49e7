import type { FastifyRequest } from 'fastify';
import type { AUDIT_CHANNELS, AuditKind, AuditTarget } from '#contract/audit.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Actor } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';

/** From where an act came. */
export type Origin = {
  channel: (typeof AUDIT_CHANNELS)[number];
  address: string | null;
  agent: string | null;
  requestId: string | null;
};

/** An actor at the moment of an act. What is audited takes one, and an author may be used wherever an actor may. */
export type Author = Actor & { origin: Origin };

/** Who did something. Not everybody is somebody: a name may have been tried, an operator has none. */
export type AuditedBy = Pick<Author, 'tenantId' | 'clientId' | 'origin'> & {
  userId: number | null;
  userName: string | null;
};

export type AuditedAct = {
  kind: AuditKind;
  on?: { type: AuditTarget; id: string | number; name: string };
  /** Never a secret, nor the hash of one. */
  details?: Readonly<Record<string, unknown>>;
};

const LONGEST_TEXT = 256;

/** Keeps an act in the audit log (S44): in the transaction of the act itself, or alone when it was refused. */
export const recordAudit = async (
  db: Database,
  { tenantId, userId, userName, clientId, origin }: AuditedBy,
  { kind, on, details = {} }: AuditedAct,
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
      origin.address,
      shortened(origin.agent),
      origin.requestId,
      on?.type ?? null,
      on === undefined ? null : String(on.id),
      shortened(on?.name ?? null),
      JSON.stringify(details),
    ],
  );
};

/** The signed-in caller of a request, with where it came from. */
export const authorOf = (request: FastifyRequest): Author => ({
  ...actorOf(request),
  origin: originOf(request),
});

/** An operator, of whom nothing is known but the way by which the act came in. */
export const operatorOf = (tenantId: number, channel: 'command line' | 'provision file'): AuditedBy => ({
  tenantId,
  userId: null,
  userName: null,
  clientId: null,
  origin: { channel, address: null, agent: null, requestId: null },
});

export const originOf = (request: FastifyRequest): Origin => ({
  channel: 'http',
  address: request.ip,
  agent: request.headers['user-agent'] ?? null,
  requestId: request.id,
});

/** A text may be cut in the middle of a character, which PostgreSQL would refuse. */
const shortened = (text: string | null) =>
  text?.slice(0, LONGEST_TEXT).toWellFormed().replaceAll('\0', '') ?? null;
