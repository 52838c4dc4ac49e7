import type { Compass } from './geography.ts';

const COMPASSES = import.meta.glob<Compass>('../messages/*/compass.json', { eager: true, import: 'default' });

export const getCompass = (language: string): Compass => COMPASSES[`../messages/${language}/compass.json`]!;
