import { parseDay, parseOption, parseText, withoutUndefined } from '#portal/ui/search-values.ts';
import { KIND_TONES } from './kinds.ts';

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
  'content-type',
  'item',
  'task',
  'inspection',
] as const;

export type AuditSearch = ReturnType<typeof parseAuditSearch>;

/** Accepts an event kind, or an area such as `user`, which covers all of its event kinds. */
const parseKind = (value: unknown): string | undefined =>
  Object.keys(KIND_TONES).some((kind) => kind === value || kind.startsWith(`${value}.`))
    ? String(value)
    : undefined;

const parseEventId = (value: unknown): string | undefined => {
  const text = parseText(value, 18);
  return text !== undefined && /^\d+$/.test(text) ? text : undefined;
};

export const parseAuditSearch = (search: Record<string, unknown>) =>
  withoutUndefined({
    kind: parseKind(search.kind),
    actor: parseText(search.actor),
    ipAddress: parseText(search.ipAddress),
    targetType: parseOption(search.targetType, TARGETS),
    targetId: parseText(search.targetId),
    // `from` and `to` are days in the user's time zone. Both are inclusive.
    from: parseDay(search.from),
    to: parseDay(search.to),
    event: parseEventId(search.event),
  });
