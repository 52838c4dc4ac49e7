/**
 * Files whose statements cover all tenants, or name the tenant and the table in different strings, each with the
 * reason.
 */
export const acrossTenants: Readonly<Record<string, string>> = {
  'service/identity/api-tokens/request-log.ts':
    'writes for all clients in one statement, and deletes expired rows',
  'service/identity/devices/device.ts': 'deletes expired rows',
  'service/identity/password-links/password-link.ts': 'deletes expired rows',
  'service/identity/sessions/session.ts': 'deletes expired rows',
  'service/identity/tokens/access-token.ts': 'deletes expired rows',
  'service/idempotency/run-once.ts': 'deletes expired rows',
  'service/sign-in/external/sign-in-attempt.ts': 'deletes expired rows',
  'service/sign-in/linking/link-request.ts': 'deletes expired rows',
  'service/provisioning/first-administrator.ts': 'checks whether the database is new',
  'service/audit/audit-statement.ts': 'the condition is composed, and buildConditions starts with the tenant',
  'service/reports/share-queries.ts': 'IS_VALID starts with the tenant',
  'service/results/list-inspections.ts': 'isInScope names the tenant',
  'service/uploads/receivers.ts': 'SAME_IN_PROGRESS names the tenant',
};
