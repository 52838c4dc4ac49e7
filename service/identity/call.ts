import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Translate } from '#i18n/translate.ts';
import { createDisconnectSignal } from '#service/http/abort-signal.ts';
import { listSchemaIssues } from '#service/http/field-problems.ts';
import {
  type Precondition,
  parseOptionalPrecondition,
  parsePrecondition,
} from '#service/http/preconditions.ts';
import { negotiateTranslate } from '#service/http/reply-language.ts';
import type { FieldProblem } from '#service/problem.ts';
import { type Actor, requireScope, type Scope } from './actor.ts';
import { type AuditedActor, readAuditedActor } from './audit/record-audit.ts';
import { type Access, requireActor } from './authenticate.ts';
import type { Permission } from './permissions.ts';

export type OperationOptions<A extends Access = Access> = {
  access: A;
  operationId: string;
  summary: string;
  acceptsIdempotencyKey?: true;
  /** If true, the operation reports schema violations (`issues`) itself, along with other errors. */
  attachValidation?: true;
  /** Whether `If-Match` is required or optional; if this is absent, `If-Match` is ignored. */
  precondition?: 'required' | 'optional';
};

/** A single call to an operation. Properties are computed lazily. */
export class Call<A extends Access = Access, Params = unknown, Query = unknown, Body = unknown> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly matchesTag: Precondition;
  readonly #access: Access;

  constructor(request: FastifyRequest, reply: FastifyReply, { access, precondition }: OperationOptions) {
    this.request = request;
    this.reply = reply;
    this.#access = access;
    if (precondition === 'required') this.matchesTag = parsePrecondition(request);
    else this.matchesTag = precondition ? parseOptionalPrecondition(request) : () => true;
  }

  get params(): Params {
    return this.request.params as Params;
  }

  get query(): Query {
    return this.request.query as Query;
  }

  get body(): Body {
    return this.request.body as Body;
  }

  get actor(): Actor {
    return requireActor(this.request);
  }

  get auditedActor(): AuditedActor {
    return readAuditedActor(this.request);
  }

  get scope(): A extends Permission ? Scope : never {
    return requireScope(this.actor, this.#access as Permission) as A extends Permission ? Scope : never;
  }

  get issues(): FieldProblem[] {
    return listSchemaIssues(this.request);
  }

  get translate(): Translate {
    return negotiateTranslate(this.reply);
  }

  /** Waits for a slot for large requests. In a transaction, throws instead; `write` then waits and starts over. */
  get acquireLargeRequestSlot() {
    const { request } = this;
    return (db: { isTransaction: boolean }) =>
      request.server.largeRequests.acquireLargeRequestSlot(request, db);
  }

  get signal(): AbortSignal {
    return createDisconnectSignal(this.reply);
  }
}
