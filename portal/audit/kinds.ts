import type { TFunction } from 'i18next';
import type { AuditEvent } from '#contract/audit.ts';
import kinds from './kinds.json' with { type: 'json' };

export type Kind = keyof typeof kinds;

export const KINDS = kinds as Record<Kind, 'plain' | 'calm' | 'warn' | 'bad'>;

export const isKnown = (kind: string): kind is Kind => Object.hasOwn(KINDS, kind);

/** An event about tasks can be about several at once. */
export const formatKind = (
  { kind, details }: Pick<AuditEvent, 'kind' | 'details'>,
  t: TFunction<'audit'>,
): string => (isKnown(kind) ? t(kind, { count: Number(details.count ?? 1) }) : kind);
