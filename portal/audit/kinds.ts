import type { TFunction } from 'i18next';
import type { AuditEvent } from '#contract/audit.ts';
import kinds from './kinds.json' with { type: 'json' };

export type Kind = keyof typeof kinds;

export const KIND_TONES = kinds as Record<Kind, 'plain' | 'calm' | 'warn' | 'bad'>;

export const isKnownKind = (kind: string): kind is Kind => Object.hasOwn(KIND_TONES, kind);

/** Events about several tasks have the number of tasks in `details.count`. */
export const formatKind = (
  { kind, details }: Pick<AuditEvent, 'kind' | 'details'>,
  t: TFunction<'audit'>,
): string => (isKnownKind(kind) ? t(kind, { count: Number(details.count ?? 1) }) : kind);
