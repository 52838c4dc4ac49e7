/** Files whose statements reach over all tenants, or name the tenant in another text than the table, each with its reason. */
export const acrossTenants: Readonly<Record<string, string>> = {
  'service/identity/api-tokens/request-log.ts': 'writes for all clients at once, and forgets what is over',
  'service/identity/devices/device.ts': 'forgets what is over',
  'service/identity/password-links/password-link.ts': 'forgets what is over',
  'service/identity/sessions/session.ts': 'forgets what is over',
  'service/identity/tokens/access-token.ts': 'forgets what is over',
  'service/idempotency/answer-once.ts': 'forgets what is over',
  'service/sign-in/external/sign-in-attempt.ts': 'forgets what is over',
  'service/sign-in/linking/link-request.ts': 'forgets what is over',
  'service/provisioning/first-administrator.ts': 'looks whether the database is new',
  'service/audit/audit-statement.ts': 'the condition is composed: conditionsOf begins with the tenant',
  'service/reports/share-queries.ts': 'LEADS_SOMEWHERE begins with the tenant',
  'service/results/list-inspections.ts': 'isInScope names the tenant',
  'service/uploads/receivers.ts': 'SAME_ARRIVING names the tenant',
};
