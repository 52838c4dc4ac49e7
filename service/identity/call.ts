import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Translate } from '#i18n/translate.ts';
import { abortSignalOf } from '#service/http/abort-signal.ts';
import { schemaIssues } from '#service/http/field-problems.ts';
import { optionalPreconditionOf, type Precondition, preconditionOf } from '#service/http/preconditions.ts';
import { translateFor } from '#service/http/reply-language.ts';
import type { FieldProblem } from '#service/problem.ts';
import { type Actor, type Scope, scopeOf } from './actor.ts';
import { type Author, authorOf } from './audit/record-audit.ts';
import { type Access, actorOf } from './authenticate.ts';
import type { Permission } from './permissions.ts';

/** Options of an operation that apply to all its calls. */
export type OperationOptions<A extends Access = Access> = {
  access: A;
  operationId: string;
  summary: string;
  /** The request accepts an Idempotency-Key. */
  acceptsIdempotencyKey?: true;
  /** Schema violations do not reject the request: the operation reports them with its own errors (`issues`). */
  attachValidation?: true;
  /** `If-Match` is required or optional; ignored if absent. */
  precondition?: 'required' | 'optional';
};

/** A call of an operation. Members are computed when they are read, so unused ones cost nothing. */
export class Call<A extends Access = Access, Params = unknown, Query = unknown, Body = unknown> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Returns true if the caller expects the state. */
  readonly isExpected: Precondition;
  readonly #access: Access;

  constructor(request: FastifyRequest, reply: FastifyReply, { access, precondition }: OperationOptions) {
    this.request = request;
    this.reply = reply;
    this.#access = access;
    if (precondition === 'required') this.isExpected = preconditionOf(request);
    else this.isExpected = precondition ? optionalPreconditionOf(request) : anyState;
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
    return actorOf(this.request);
  }

  /** The actor with the origin of the request, for actions that are audited. */
  get author(): Author {
    return authorOf(this.request);
  }

  /** The rows for which the actor has the declared permission. */
  get scope(): A extends Permission ? Scope : never {
    return scopeOf(this.actor, this.#access as Permission) as A extends Permission ? Scope : never;
  }

  /** Schema violations, if the declaration has `attachValidation`. */
  get issues(): FieldProblem[] {
    return schemaIssues(this.request);
  }

  /** Translates sentences to the language of the response. */
  get translate(): Translate {
    return translateFor(this.reply);
  }

  /** Aborted when the client disconnects. */
  get signal(): AbortSignal {
    return abortSignalOf(this.reply);
  }
}

const anyState: Precondition = () => true;
