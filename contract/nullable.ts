import { type TSchema, Type } from 'typebox';

export const Nullable = <Value extends TSchema>(value: Value, description?: string) =>
  Type.Union([value, Type.Null()], description === undefined ? {} : { description });
