import type { Compass } from './geography.ts';

const COMPASSES = import.meta.glob<Compass>('../messages/*/compass.json', { eager: true, import: 'default' });

/** Returns the letters of the compass points in a language. */
export const getCompass = (language: string): Compass => COMPASSES[`../messages/${language}/compass.json`]!;
