import { oneOf, textOf, withoutUndefined } from '#portal/ui/search-values.ts';
import { KINDS } from './kinds.ts';

export const TARGETS = [
  'user',
  'role',
  'team',
  'group',
  'api-token',
  'share',
  'login-provider',
  'session',
  'device',
  'route',
  'workbook',
  'item',
  'task',
  'inspection',
] as const;

/** The search parameters of the audit log. */
export type AuditSearch = {
  kind?: string | undefined;
  actor?: string | undefined;
  ipAddress?: string | undefined;
  targetType?: (typeof TARGETS)[number] | undefined;
  targetId?: string | undefined;
  /** Days in the user's time zone, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** The event whose details are shown. */
  event?: string | undefined;
};

const dayOf = (value: unknown): string | undefined => {
  const text = textOf(value, 10);
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
};

/** A kind of event, or an area such as `user` for all of its kinds. */
const kindOf = (value: unknown): string | undefined =>
  Object.keys(KINDS).some((kind) => kind === value || kind.startsWith(`${value}.`))
    ? String(value)
    : undefined;

const eventIdOf = (value: unknown): string | undefined => {
  const text = textOf(value, 18);
  return text !== undefined && /^\d+$/.test(text) ? text : undefined;
};

export const parseAuditSearch = (search: Record<string, unknown>): AuditSearch =>
  withoutUndefined({
    kind: kindOf(search.kind),
    actor: textOf(search.actor),
    ipAddress: textOf(search.ipAddress),
    targetType: oneOf(search.targetType, TARGETS),
    targetId: textOf(search.targetId),
    from: dayOf(search.from),
    to: dayOf(search.to),
    event: eventIdOf(search.event),
  });
