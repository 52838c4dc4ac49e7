import { type RawBuilder, sql } from 'kysely';
import { type Actor, isAllowed, requireScope, type Scope } from '#service/identity/actor.ts';

/** The inspections visible to a user: their own and, with `Inspections.Read`, those in their scope. */
export type ResultScope = Scope & { userId: number };

export const requireResultScope = (actor: Actor): ResultScope => {
  const { tenantId } = requireScope(actor, 'Tasks.Read');
  const teamIds = isAllowed(actor, 'Inspections.Read') ? requireScope(actor, 'Inspections.Read').teamIds : [];
  return { tenantId, teamIds, userId: actor.userId };
};

export const isInScope = ({ tenantId, teamIds, userId }: ResultScope): RawBuilder<boolean> => {
  const isInTenant = sql`inspection.tenant_id = ${tenantId}`;
  if (teamIds === null) return sql`${isInTenant}`;
  // Without an `or`, PostgreSQL can use the index on the user's inspections.
  if (teamIds.length === 0) return sql`${isInTenant} and inspection.user_id = ${userId}`;
  return sql`${isInTenant} and (inspection.team_id = any(${teamIds}::uuid[]) or inspection.user_id = ${userId})`;
};
