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

/** What the declaration of an operation says about all its calls. */
export type Declared<A extends Access = Access> = {
  access: A;
  operationId: string;
  summary: string;
  /** The request accepts an Idempotency-Key. */
  isRepeatable?: true;
  /** Violations of the schemas do not reject the request; the operation reports them with its own (`issues`). */
  attachValidation?: true;
  /** Whether a caller must send `If-Match`, may send it, or (absent) has no use for it. */
  precondition?: 'required' | 'optional';
};

/** One call of an operation. A member is computed when it is read, so a call costs only what it uses. */
export class Call<A extends Access = Access, Params = unknown, Query = unknown, Body = unknown> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Returns true for a state that the caller expects. */
  readonly isExpected: Precondition;
  readonly #access: Access;

  constructor(request: FastifyRequest, reply: FastifyReply, { access, precondition }: Declared) {
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

  /** The rows that the declared permission opens to the actor. */
  get scope(): A extends Permission ? Scope : never {
    return scopeOf(this.actor, this.#access as Permission) as A extends Permission ? Scope : never;
  }

  /** The violations of the schemas, if the declaration has `attachValidation`. */
  get issues(): FieldProblem[] {
    return schemaIssues(this.request);
  }

  /** Translates sentences to the language of the response. */
  get translate(): Translate {
    return translateFor(this.reply);
  }

  /** Fires when the client disconnects. */
  get abort(): AbortSignal {
    return abortSignalOf(this.reply);
  }
}

const anyState: Precondition = () => true;
