import { type TProperties, Type } from 'typebox';

export const Query = <Properties extends TProperties>(parameters: Properties) =>
  Type.Object(parameters, { additionalProperties: false });
