import { type TSchema, Type } from 'typebox';

/** The schema for a value that can be null. */
export const Nullable = <Value extends TSchema>(value: Value, description?: string) =>
  Type.Union([value, Type.Null()], description === undefined ? {} : { description });
