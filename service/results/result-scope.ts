import { type RawBuilder, sql } from 'kysely';
import { type Actor, isAllowed, requireScope, type Scope } from '#service/identity/actor.ts';

/** The inspections that a user can see: their own and, with `Inspections.Read`, those in their scope. */
export type ResultScope = Scope & { userId: number };

export const requireResultScope = (actor: Actor): ResultScope => {
  const { tenantId } = requireScope(actor, 'Tasks.Read');
  const teamIds = isAllowed(actor, 'Inspections.Read') ? requireScope(actor, 'Inspections.Read').teamIds : [];
  return { tenantId, teamIds, userId: actor.userId };
};

export const isInScope = ({ tenantId, teamIds, userId }: ResultScope): RawBuilder<boolean> => {
  const inTenant = sql`inspection.tenant_id = ${tenantId}`;
  if (teamIds === null) return sql`${inTenant}`;
  // Without `or`, PostgreSQL can use an index on the only column.
  if (teamIds.length === 0) return sql`${inTenant} and inspection.user_id = ${userId}`;
  return sql`${inTenant} and (inspection.team_id = any(${teamIds}::uuid[]) or inspection.user_id = ${userId})`;
};
