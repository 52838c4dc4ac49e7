import kinds from './kinds.json' with { type: 'json' };

export type Kind = keyof typeof kinds;

export const KINDS = kinds as Record<Kind, 'plain' | 'calm' | 'warn' | 'bad'>;

export const isKnown = (kind: string): kind is Kind => Object.hasOwn(KINDS, kind);
