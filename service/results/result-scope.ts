import { type RawBuilder, sql } from 'kysely';
import { type Actor, isAllowed, type Scope, scopeOf } from '#service/identity/actor.ts';

/** The inspections somebody may see: one's own, and with `Inspections.Read` those of its reach. */
export type ResultScope = Scope & { userId: number };

export const resultScopeOf = (actor: Actor): ResultScope => {
  const { tenantId } = scopeOf(actor, 'Tasks.Read');
  const teamIds = isAllowed(actor, 'Inspections.Read') ? scopeOf(actor, 'Inspections.Read').teamIds : [];
  return { tenantId, teamIds, userId: actor.userId };
};

/** Of rows of `inspection`. */
export const isInScope = ({ tenantId, teamIds, userId }: ResultScope): RawBuilder<boolean> => {
  const inTenant = sql`inspection.tenant_id = ${tenantId}`;
  if (teamIds === null) return sql`${inTenant}`;
  // Said apart, so that an index on either serves whoever has only one of them.
  if (teamIds.length === 0) return sql`${inTenant} and inspection.user_id = ${userId}`;
  return sql`${inTenant} and (inspection.team_id = any(${teamIds}::uuid[]) or inspection.user_id = ${userId})`;
};
