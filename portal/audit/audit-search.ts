import { oneOf, present, textOf } from '#portal/frame/search-values.ts';
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
] as const;

/** What of the audit log stands in its address. */
export type AuditSearch = {
  kind?: string | undefined;
  actor?: string | undefined;
  address?: string | undefined;
  targetType?: (typeof TARGETS)[number] | undefined;
  targetId?: string | undefined;
  /** Days in the reader's own time zone, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** The act whose details are shown. */
  event?: string | undefined;
};

const dayOf = (value: unknown): string | undefined => {
  const text = textOf(value, 10);
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
};

/** A kind of act, or all kinds of an area, such as `user`. */
const kindOf = (value: unknown): string | undefined =>
  Object.keys(KINDS).some((kind) => kind === value || kind.startsWith(`${value}.`))
    ? String(value)
    : undefined;

const eventOf = (value: unknown): string | undefined => {
  const text = textOf(value, 18);
  return text !== undefined && /^\d+$/.test(text) ? text : undefined;
};

export const parseAuditSearch = (search: Record<string, unknown>): AuditSearch => {
  return present({
    kind: kindOf(search.kind),
    actor: textOf(search.actor),
    address: textOf(search.address),
    targetType: oneOf(search.targetType, TARGETS),
    targetId: textOf(search.targetId),
    from: dayOf(search.from),
    to: dayOf(search.to),
    event: eventOf(search.event),
  });
};
